import Synchronization
import TestSupport
import TestTraits
import Testing

/// A redirect to an address that repeats a secret, stopped by leaving the interface.
@Suite(.usesSystem(minutes: 5)) struct StoppedEchoTests {
  /// Redirects to an address that repeats the token, and ends no response there before it is released.
  private final class EchoingServer: Sendable {
    private let server: AnsweringServer
    private let isEnding = Ending()

    private final class Ending: Sendable { let isSet = Atomic<Bool>(false) }

    init(status: Int) throws(RigError) {
      let isEnding = isEnding
      server = try AnsweringServer { request in
        if request.target.hasPrefix("/done") {
          let isComplete = isEnding.isSet.load(ordering: .sequentiallyConsistent)
          return "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n" + (isComplete ? "answered" : "")
        }
        let token = request.header("X-Token") ?? ""
        return AnsweringServer.response(
          status, "", type: "text/plain", "Location: /done?t=\(token)\r\n")
      }
    }

    var url: String { server.url }
    var targets: [String] { server.requests.map(\.target) }
    func endResponses() { isEnding.isSet.store(true, ordering: .sequentiallyConsistent) }
  }

  @Test(arguments: [303, 307])
  func `the address is stored sealed and followed as it stood`(_ status: Int) async throws {
    try await onOwnThread {
      let secret = "sup3rs3cretvalue99"
      let server = try EchoingServer(status: status)
      let home = try WeirHome()
      let environment = ["SECRETVALUE": secret]
      try home.add("POST", "\(server.url)/pay", "X-Token:env:SECRETVALUE", "a=b")
      // Not `open`: the request begins at once, and the screen does not rest while it runs.
      let session = try TmuxSession(home, environment: environment)
      #expect(poll { server.targets.contains { $0.hasPrefix("/done") } })
      try session.expect("  1/2")
      try session.keys("C-c")
      try session.expect("Quit while 1 request is running?")
      try session.keys("Down")
      try session.expect("> Stop it")
      try session.keys("Enter")
      try session.expect("EXIT=0")
      var search = SecretSearch()
      search.add(secret, "the echoed secret")
      #expect(search.look(atFilesOf: home) > 2)
      let list = try home.run("queue", "list", "--format", "json").output
      search.look(at: list, "the list")
      #expect(search.hits == [])
      guard status == 303 else { return }
      // The GET that was stopped may be sent again: as the server gave it, not as it is shown.
      server.endResponses()
      let end = try home.run(
        "queue", "run", "--until-idle", environment: environment)
      #expect(end.code == 0, "\(end.errorOutput)")
      #expect(server.targets.last == "/done?t=\(secret)")
      #expect(try home.jobs().last?.state == "succeeded")
      search.look(at: try home.run("queue", "list", "--format", "json").output, "the list after")
      #expect(search.look(atFilesOf: home) > 2)
      #expect(search.hits == [])
    }
  }
}
