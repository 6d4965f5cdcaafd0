import Foundation
import TestSupport
import TestTraits
import Testing

/// What is said of a request that was sent, held against what a server read.
@Suite(.usesSystem) struct SentHeadTests {
  private func head(_ request: HTTPRequest) -> [String] {
    let text = String(decoding: request.raw, as: UTF8.self)
    return text.components(separatedBy: "\r\n\r\n")[0].components(separatedBy: "\r\n")
  }

  @Test(arguments: [
    ["/get?a=1", "X-A: b"], ["POST", "/json", "a=1"], ["POST", "/empty"],
    ["--form", "PUT", "/form", "a=1"], ["--multipart", "POST", "/parts", "a=1"],
    ["/own", "Accept-Encoding:gzip", "User-Agent:me", "Accept:"],
    ["DELETE", "/cookie", "Cookie:a=1"], ["PUT", "/empty"], ["PATCH", "/empty", "Accept:x/y"],
    ["REPORT", "/empty"], ["DELETE", "/none"], ["DELETE", "/empty", "Content-Length:0"],
    ["/empty", "Content-Length:0"], ["POST", "/none", "Content-Length:"],
  ])
  func `the wire view and -v show the head that the server got`(words: [String]) async throws {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try WeirHome()
      let items = words.map { $0.hasPrefix("/") ? server.url + $0 : $0 }
      let verbose = try home.run(["send", "--http1", "-v"] + items)
      #expect(verbose.code == 0, "\(verbose.errorOutput)")
      let sent = head(try #require(server.requests.first)).map { line in
        line.hasPrefix("Cookie:") ? "Cookie: ••••••" : line
      }
      let wire = try home.run("show", "1", "--wire").lines
      let shown = wire.filter { $0.hasPrefix("> ") }.map { String($0.dropFirst(2)) }
      #expect(Array(shown.prefix(sent.count)) == sent)
      #expect(wire.dropFirst(1 + sent.count).first == ">")
      let printed = verbose.output.components(separatedBy: "\n")
      #expect(printed[1..<sent.count] == sent[1...])
    }
  }
}
