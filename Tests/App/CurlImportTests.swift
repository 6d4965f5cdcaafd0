import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct CurlImportTests {
  /// The order of different headers is libcurl's; each header, their repeats' order, the request
  /// line and the body must be those that curl itself sends.
  @Test func `200 curl lines send what curl itself sends`() async throws {
    try await onOwnThread {
      let recorder = try RecorderServer()
      defer { recorder.stop() }
      let home = try WeirHome()
      let lines = CurlLines.all(to: recorder.url)
      #expect(lines.count == 200)
      try write("line one\r\nline two\n", "lines.txt", home)
      try write("\u{1}binary\n\n", "data.bin", home)

      for line in lines {
        let run = try ChildProcess(
          ["/bin/bash", "-c", line],
          environment: home.environment(), folder: home.workingFolder)
        _ = try run.wait(limit: .seconds(30))
      }
      let wanted = recorder.takeAll()
      let sent = try home.run(
        ["import", "curl", "-", "--send"],
        input: Array(lines.joined(separator: "\n").utf8), limit: .seconds(240))
      let found = recorder.takeAll()

      #expect(wanted.count == lines.count, "curl itself sent \(wanted.count)")
      try #require(found.count == wanted.count, "\(sent.errorOutput.suffix(2000))")
      var differing = 0
      for (index, line) in lines.enumerated() {
        let (left, right) = (Comparable(found[index]), Comparable(wanted[index]))
        if left != right { differing += 1 }
        #expect(left == right, "\(line)")
      }
      print("curl lines \(lines.count), differing \(differing)")
    }
  }

  /// Runs the lines of public forms, or those of the file that `WEIR_CURL_LINES` names.
  @Test func `a public curl line sends what curl sends, or is refused with a reason`() async throws
  {
    try await onOwnThread {
      let named = ProcessInfo.processInfo.environment["WEIR_CURL_LINES"]
      let text = try named.map { try String(contentsOfFile: $0, encoding: .utf8) } ?? CurlForms.text
      let cases = CurlCase.read(text)
      try #require(cases.count > 90)
      let judge = try CurlJudge()
      defer { judge.stop() }
      var tally: [String: Int] = [:]
      for found in cases {
        let (kind, detail) = Self.words(for: try judge.judge(found))
        tally[kind, default: 0] += 1
        #expect(kind != "different", "\(found.line)\n\(detail)")
        if named != nil, kind != "equal" { print("\(kind): \(found.line)\n\(detail)") }
      }
      print("curl lines \(cases.count): \(tally.sorted { $0.key < $1.key })")
      let sending =
        cases.count - tally["nothing refused", default: 0] - tally["nothing", default: 0]
      #expect(tally["equal", default: 0] * 100 >= sending * (named == nil ? 80 : 95))
    }
  }

  private static func words(for verdict: CurlJudge.Verdict) -> (kind: String, detail: String) {
    switch verdict {
    case .equal: ("equal", "")
    case .refused(let why): ("refused", why)
    case .different(let what): ("different", what)
    case .nothing(let isRefused): (isRefused ? "nothing refused" : "nothing", "")
    case .nothingButSent(let what): ("only Weir", what)
    }
  }

  private func write(_ text: String, _ name: String, _ home: WeirHome) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: home.workingFolder + "/" + name))
  }
}

/// A request less what may differ: the agent's name and the text of boundaries.
private struct Comparable: Equatable {
  let start: String
  let headers: [String]
  let body: String

  init(_ request: HTTPRequest) {
    let raw = String(decoding: request.raw, as: UTF8.self)
    let end = raw.range(of: "\r\n\r\n")
    let head = raw[..<(end?.lowerBound ?? raw.endIndex)].components(separatedBy: "\r\n")
    let isMultipart = raw.contains("multipart/form-data")
    start = head.first ?? ""
    headers = head.dropFirst().filter { line in
      let name = line.lowercased()
      if name.hasPrefix("user-agent:") { return name.contains("agent/1.0") }
      return !(isMultipart && name.hasPrefix("content-length:"))
    }.map(Self.withoutBoundary).sorted()
    body = Self.withoutBoundary(String(raw[(end?.upperBound ?? raw.endIndex)...]))
  }

  private static func withoutBoundary(_ text: String) -> String {
    text.replacing(/-{4,}[A-Za-z0-9-]{10,}[A-Za-z0-9]/, with: "BOUNDARY")
      .replacing(/boundary=[A-Za-z0-9'()+_,.\/:=?-]+/, with: "boundary=BOUNDARY")
  }
}
