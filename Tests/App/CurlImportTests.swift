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
        let (left, right) = (Comparable(found[index]), Comparable(ofCurl: wanted[index]))
        if left != right { differing += 1 }
        #expect(left == right, "\(line)")
      }
      print("curl lines \(lines.count), differing \(differing)")
    }
  }

  /// Runs the lines of public forms, or those of the file that `WEIR_CURL_LINES` names.
  @Test func `a public curl line sends what curl sends, or is refused with a reason`() async throws
  {
    try await onOwnThread { try Self.judgePublicLines() }
  }

  private static func judgePublicLines() throws {
    let named = ProcessInfo.processInfo.environment["WEIR_CURL_LINES"]
    let text = try named.map { try String(contentsOfFile: $0, encoding: .utf8) } ?? CurlForms.text
    let cases = CurlCase.read(text)
    try #require(cases.count > 90)
    let judge = try CurlJudge()
    defer { judge.stop() }
    var tally: [String: Int] = [:]
    for found in cases {
      let (kind, detail) = words(for: try judge.judge(found))
      tally[kind, default: 0] += 1
      #expect(kind != "different", "\(found.line)\n\(detail)")
      if named != nil, kind != "equal" { print("\(kind): \(found.line)\n\(detail)") }
    }
    print("curl lines \(cases.count): \(tally.sorted { $0.key < $1.key })")
    let equal = tally["equal", default: 0]
    let refused = tally["refused", default: 0]
    #expect(equal * 100 >= (equal + refused) * (named == nil ? 75 : 95))
  }

  @Test func `what is saved never proves less than the line`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let made = try home.run(["init"])
      try #require(made.code == 0, "\(made.errorOutput)")
      func saved(_ line: String) throws -> (end: WeirHome.Finished, text: String) {
        let end = try home.run(["import", "curl", "-", "--as", "one"], input: Array(line.utf8))
        let path = home.workingFolder + "/requests/one.yaml"
        defer { unlink(path) }
        return (
          end,
          FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
            ?? ""
        )
      }
      for scheme in ["--ntlm", "--negotiate", "--anyauth", "--aws-sigv4 goog:goog:a:b"] {
        let (end, text) = try saved("curl \(scheme) -u ann:hush http://ann:hush@one.example/")
        #expect(end.code == 0 && text.contains("http://one.example/"), "\(end.errorOutput)")
        #expect(
          !text.contains("hush") && !text.contains("auth:") && !end.errorOutput.contains("hush"))
        #expect(end.errorOutput.contains("without credentials"))
      }
      let proxy = try saved("curl -x p.example:1 -U ann:hush http://one.example/")
      #expect(proxy.text.contains("ann:{{proxy-password}}@p.example:1"), "\(proxy.text)")
      #expect(!proxy.text.contains("hush") && !proxy.end.errorOutput.contains("hush"))
      for line in [
        "curl [options] <url>", "curl --unheard-of c.txt https://one.example",
        "curl -d @- http://one.example <<EOF\nno end",
      ] {
        let (end, text) = try saved(line)
        #expect(end.code == 2 && text.isEmpty, "\(line): \(end.output)")
      }
      let several = try home.run(
        ["import", "curl", "-", "--as", "many"],
        input: Array(
          "curl http://one.example 'http://two.example/{a,b}' --next http://three.example".utf8))
      #expect(several.lines.count == 4, "\(several.output)")
    }
  }

  private static func words(for verdict: CurlJudge.Verdict) -> (kind: String, detail: String) {
    switch verdict {
    case .equal: ("equal", "")
    // An import reads no loops and substitutions, so these do not count.
    case .refused(let why) where why.contains("Only simple commands are read"):
      ("not simple", why)
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
  private(set) var headers: [String]
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

  /// curl's request, with the length that Weir states.
  init(ofCurl request: HTTPRequest) {
    self.init(request)
    if request.leavesOutLength { headers = (headers + ["Content-Length: 0"]).sorted() }
  }

  private static func withoutBoundary(_ text: String) -> String {
    text.replacing(/-{4,}[A-Za-z0-9-]{10,}[A-Za-z0-9]/, with: "BOUNDARY")
      .replacing(/boundary=[A-Za-z0-9'()+_,.\/:=?-]+/, with: "boundary=BOUNDARY")
  }
}
