import Foundation
import TestSupport
import TestTraits
import Testing

/// What `weir send` began stays its own between two attempts, whoever runs the queue.
@Suite(.usesSystem(minutes: 5)) struct StubRetryTests {
  private struct Shown: Decodable {
    struct Attempt: Decodable {
      var end: String
      var error: Problem?
    }
    struct Problem: Decodable { var why: String }

    var source: String
    var attempts: [Attempt]
  }

  @Test func `R36 R39 strict stubs hold for every attempt, also beside an interface without them`()
    async throws
  {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try WeirHome()
      try home.folder.write(
        "work/weir.yaml",
        """
        gateway: api
        gateways:
          api:
            url: "\(server.url)"
            stubs: [{method: GET, path: /x, fail: drop}]

        """)
      #expect(try home.run("trust").code == 0)
      let session = try TmuxSession.open(home)
      let sent = try home.run("send", "/x", "--stub-strict", "--format", "json")
      let shown = try JSONDecoder().decode(Shown.self, from: Data(sent.output.utf8))
      #expect(shown.attempts.count == 4, "it is tried again")
      #expect(
        shown.attempts.allSatisfy {
          $0.error?.why.contains("A stub route simulates this failure.") == true
        })
      #expect(server.requests.count == 0)
      try session.expect(1, "failed")
    }
  }

  @Test func `a sender that is killed between two attempts leaves its job to the interface`()
    async throws
  {
    try await onOwnThread {
      let server = try RecorderServer(
        response: "HTTP/1.1 503 No\r\nRetry-After: 3\r\nContent-Length: 0\r\n\r\n")
      let home = try WeirHome()
      let session = try TmuxSession.open(home)
      let sender = try home.start("send", "\(server.url)/busy")
      try session.expect(1, "waiting")
      sender.kill(SIGKILL)
      _ = try sender.wait(limit: .seconds(60))
      try #require(poll(for: .seconds(60)) { server.requests.count >= 2 ? true : nil } == true)
    }
  }
}
