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
