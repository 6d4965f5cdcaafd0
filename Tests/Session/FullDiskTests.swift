import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// A disk without space while responses arrive.
@Suite(.serialized, .usesSystem) struct FullDiskTests {
  @Test func `queue run --until-idle waits for space and stores every response`() async throws {
    try await onOwnThread {
      let shim = try FaultShim()
      let server = try LedgerServer(.written)
      let home = try WeirHome()
      _ = try home.run("queue", "limit", "8")
      for number in 1...8 {
        try home.add("POST", "\(server.url)/post-\(number)?hold=gate", "n=\(number)")
      }
      let full = home.folder.path("full")
      let (variables, _) = try shim.arm(
        .failWhile(exists: full, .noSpace), below: home.stateFolder)
      let run = try home.start(
        "queue", "run", "--until-idle", "--limit", "8", environment: variables)
      defer { run.kill(SIGKILL) }
      #expect(poll { server.held == 8 }, "only \(server.held) requests arrived")
      try home.folder.write("full", [])
      server.release("gate")
      let said = poll {
        String(decoding: run.errorOutput, as: UTF8.self).contains("until there is free space")
      }
      #expect(said, "\(String(decoding: run.errorOutput, as: UTF8.self))")
      // That it does not end can only be seen over a time: longer than the first two new attempts take.
      #expect(!poll(for: .seconds(4)) { !run.isRunning }, "the command gave up")
      #expect(unlink(full) == 0)
      #expect(try run.wait(limit: .seconds(60)) == .exited(0))
      #expect(try home.jobs().map(\.state) == Array(repeating: "succeeded", count: 8))
      #expect(try server.ledger.entries().count == 8)
    }
  }
}
