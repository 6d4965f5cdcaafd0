import Foundation
import TestSupport
import TestTraits
import Testing

@Suite(.usesSystem) struct HostileServerTests {
  @Test(arguments: HostileCase.allCases.filter { ![.endlessBody, .endlessHeaders].contains($0) })
  func `every case answers curl within bounds and ends`(hostile: HostileCase) async throws {
    let server = try HostileServer(pace: .milliseconds(1), bound: 8 << 20)
    let child = try ChildProcess(
      [
        "curl", "-sS", "-o", "/dev/null", "-w", "%{http_code} %{exitcode}", "--max-time", "2",
        "--noproxy", "*", "-L", "--max-redirs", "5", "--compressed", "--http1.1",
        server.url(hostile),
      ] + (hostile.isAboutUploads ? ["-H", "Expect:", "--data-binary", "@-"] : []),
      environment: ["PATH": "/usr/bin:/bin"],
      input: hostile.isAboutUploads ? LedgerServer.pattern(1 << 20) : [])
    try await onOwnThread { _ = try child.wait() }
    let words = String(decoding: child.output, as: UTF8.self).split(separator: " ").map(String.init)
    try #require(words.count == 2)
    switch hostile.verdict {
    // curl refuses a coding it does not know; Weir stores the bytes and says so.
    case .accepted where hostile == .unknownCoding: #expect(words == ["200", "61"])
    // What curl itself must see, by its own reading of the standard.
    case .accepted(let status): #expect(words == ["\(status)", "0"])
    // curl takes a cut gzip stream for complete; its user must look at the stream's own end.
    case .cutOff where hostile == .cutGzip: #expect(words == ["200", "0"])
    case .noResponse, .cutOff: #expect(words[1] != "0")
    case .firstByteDeadline, .idleDeadline: #expect(words[1] == "28")
    default: break
    }
    if ![.resetBeforeRequest, .silenceAfterConnect].contains(hostile) {
      #expect(server.received(hostile) >= 1)
    }
  }

  @Test func `there are more than forty cases`() {
    #expect(HostileCase.allCases.count >= 60)
  }

  @Test func `a connection that dies on reuse answers once`() throws {
    let server = try HostileServer()
    let url = try #require(URL(string: server.url(.diesOnReusedConnection)))
    let client = try RawClient(port: try #require(url.port))
    let request = "GET /diesOnReusedConnection HTTP/1.1\r\n\r\n"
    #expect(try client.exchange(request).status == 200)
    #expect(throws: RigError.self) { try client.exchange(request) }
    #expect(server.received(.diesOnReusedConnection) == 2)
  }
}
