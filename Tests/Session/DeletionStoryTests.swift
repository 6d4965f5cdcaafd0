import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// Jobs that a person deletes, and stores of the previous version, through crashes.
@Suite(.serialized, .usesSystem(minutes: 10)) struct DeletionStoryTests {
  private func jobs(_ home: WeirHome) throws -> [Int] { try home.jobs().map(\.id) }

  @Test func `a deleted job is gone for other processes and after a crash, unless it was undone`()
    async throws
  {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try WeirHome()
      for name in ["one", "two"] { try home.add("\(server.url)/\(name)") }
      #expect(try home.run("queue", "run", "--until-idle").code == 0)
      let session = try TmuxSession.open(home)
      try session.press("2")
      try session.expect(2, "succeeded")
      try session.press("d")
      try session.expect("1 job was deleted.")
      #expect(try jobs(home).count == 1)
      try session.press("U")
      try session.expect(2, "succeeded")
      #expect(try jobs(home).count == 2)
      try session.press("d")
      try session.expect("1 job was deleted.")
      let left = try jobs(home)
      #expect(left.count == 1)
      try session.kill(SIGKILL)
      #expect(try jobs(home) == left)
      #expect(try home.run("doctor").output.contains("damaged") == false)
    }
  }

  @Test func `a crash while a store of the previous version is changed loses no job`()
    async throws
  {
    try await onOwnThread {
      let shim = try FaultShim()
      let home = try WeirHome()
      for port in 1...3 { try home.add("http://127.0.0.1:\(port)/") }
      try home.changeDatabase(
        "DROP TABLE deletedJobs; DROP TABLE deletedGraphs; PRAGMA user_version = 10")
      let whole = try home.copy()
      let (variables, changes) = try shim.arm(.none, below: whole.stateFolder)
      #expect(try whole.run("queue", "list", environment: variables).code == 0)
      #expect(try jobs(whole).count == 3)
      let last = try changes.value()
      #expect(last > 0)
      for call in 1...last {
        let copy = try home.copy()
        let (killing, _) = try shim.arm(.killBefore(call: call), below: copy.stateFolder)
        _ = try copy.run("queue", "list", environment: killing)
        #expect(try jobs(copy).count == 3, "after call \(call)")
      }
    }
  }
}
