import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// The key that seals secrets is looked at before anything is sent whose response must be sealed.
@Suite(.usesSystem(minutes: 5)) struct UnusableKeyTests {
  /// A home whose store has a key.
  private func home(_ server: RecorderServer) throws -> WeirHome {
    let home = try WeirHome()
    let first = try home.run(
      "send", "\(server.url)/first", "X-Token:env:T", environment: ["T": "x"])
    #expect(first.code == 0, "\(first.errorOutput)")
    _ = server.takeAll()
    return home
  }

  @Test(arguments: ["others may read it", "cut off", "a folder"])
  func `nothing is sent with an unusable key, and send says what to do`(_ harm: String) async throws
  {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try home(server)
      let key = home.stateFolder + "/key"
      switch harm {
      case "others may read it": #expect(chmod(key, 0o644) == 0)
      case "cut off": #expect(truncate(key, 5) == 0)
      default:
        unlink(key)
        #expect(mkdir(key, 0o700) == 0)
      }
      let sent = try home.run(
        "send", "POST", "\(server.url)/pay", "X-Token:env:T", "a=b", environment: ["T": "x"])
      #expect(server.requests.isEmpty, "it took effect")
      #expect(sent.code == 23, "\(sent.errorOutput)")
      #expect(sent.errorOutput.contains(key), "\(sent.errorOutput)")
      let job = try #require(try home.jobs().first)
      #expect(job.state == "held" && job.detail?.contains(key) == true, "\(job)")
    }
  }

  @Test func `a request without secrets is held as well, since its response may set cookies`()
    async throws
  {
    try await onOwnThread {
      let server = try RecorderServer(
        response: "HTTP/1.1 200 OK\r\nSet-Cookie: a=b\r\nContent-Length: 2\r\n\r\nok")
      let home = try home(server)
      #expect(chmod(home.stateFolder + "/key", 0o644) == 0)
      let sent = try home.run("send", "POST", "\(server.url)/pay", "a=b")
      #expect(sent.code == 23 && server.requests.isEmpty, "\(sent.errorOutput)")
    }
  }

  @Test func `a held job goes on once the key has its rights back`() async throws {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try home(server)
      let key = home.stateFolder + "/key"
      try home.add("POST", "\(server.url)/pay", "X-Token:env:T", "a=b")
      #expect(chmod(key, 0o644) == 0)
      let runner = try home.start("queue", "run", environment: ["T": "x"])
      defer { runner.kill(SIGKILL) }
      #expect(try poll { try home.jobs().first?.state == "held" ? true : nil } == true)
      #expect(server.requests.isEmpty)
      #expect(chmod(key, 0o600) == 0)
      #expect(try poll { try home.jobs().first?.state == "succeeded" ? true : nil } == true)
      #expect(server.requests.count == 1)
      runner.kill(SIGTERM)
      try runner.wait()
    }
  }
}
