import Foundation
import TestSupport
import TestTraits
import Testing

/// Immediate jobs whose process dies before it has sent them.
@Suite(.serialized, .usesSystem) struct StrandedJobTests {
  /// A trusted workspace whose program `tok` notes that it runs and prints a secret when it may.
  private func workspace(_ script: String) throws -> WeirHome {
    let home = try WeirHome()
    try home.folder.write("work/tok", "#!/bin/sh\n" + script)
    #expect(chmod(home.folder.path("work/tok"), 0o700) == 0)
    #expect(try home.run("init").code == 0)
    #expect(try home.run("trust").code == 0)
    return home
  }

  @Test func `the queue runner sends what a killed send never began`() async throws {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try workspace(
        "echo >>runs; while [ ! -e go ]; do sleep 0.05; done; echo token\n")
      let runner = try home.start("queue", "run")
      let sender = try home.start(
        "send", "--cache", "fresh", server.url + "/x", "Authorization:command:./tok")
      let runs = home.folder.path("work/runs")
      eventually("the program runs") { FileManager.default.fileExists(atPath: runs) }
      #expect(
        try home.jobs().map(\.state) == ["waiting"], "while its process lives it is that one's")
      sender.kill(SIGKILL)
      try sender.wait()
      try home.folder.write("work/go", "")
      eventually("the runner has sent it") { server.ledger.count == 1 }
      #expect(try home.run("queue", "wait", "1").code == 0)
      runner.kill(SIGKILL)
    }
  }

  @Test(arguments: [[String](), ["--cache", "fresh"]])
  func `a program that prints a secret runs once for all fields of a request`(
    _ options: [String]
  ) async throws {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      // Longer than a sender waits before it listens to others.
      let home = try workspace("echo run >>runs; sleep 0.4; echo token\n")
      let sent = try home.run(
        ["send"] + options + [server.url + "/x", "A:command:./tok", "B:command:./tok"])
      #expect(sent.code == 0, "\(sent.errorOutput)")
      let runs = try String(contentsOfFile: home.folder.path("work/runs"), encoding: .utf8)
      #expect(runs == "run\n")
    }
  }

  @Test func `the queue runner takes up what a killed interface had not begun`() async throws {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try WeirHome()
      let runner = try home.start("queue", "run")
      eventually("the runner has the queue") {
        FileManager.default.fileExists(atPath: home.stateFolder + "/runner.lock")
      }
      let session = try TmuxSession.open(home)
      try session.typeURL(server.url + "/slow?hold=slow")
      for _ in 0..<8 { try session.keys("s") }
      eventually("six of eight are on the wire") { server.held == 6 }
      eventually("eight are in the queue") { (try? home.jobs().count) == 8 }
      try session.kill(SIGKILL)
      server.release("slow")
      eventually("all have ended") {
        (try? home.jobs().allSatisfy { $0.state == "succeeded" }) == true
      }
      runner.kill(SIGKILL)
    }
  }
}
