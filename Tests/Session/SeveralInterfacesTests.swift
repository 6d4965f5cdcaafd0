import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// Several screens on one store: one drains, the others look on and may steer.
@Suite(.serialized, .usesSystem) struct SeveralInterfacesTests {
  @Test func `a third interface names the one that took over`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let first = try TmuxSession.open(home)
      let second = try TmuxSession.open(home)
      let third = try TmuxSession.open(home)
      for viewer in [second, third] {
        try viewer.expect("VIEWER of process \(try first.pid())")
      }
      try first.kill(SIGKILL)
      var others = [second, third]
      // Either of them may be the quicker one.
      let winner = try #require(
        poll(for: .seconds(60)) { () -> Int? in
          do {
            return try others.firstIndex { try !$0.screen().contains("VIEWER") }
          } catch { return nil }
        })
      let runner = others.remove(at: winner)
      let number = try runner.pid()
      try others[0].expect("VIEWER of process \(number)")
      if try others[0].screen().contains("runs this queue") {
        try others[0].expect("Process \(number) runs this queue")
      }
    }
  }

  @Test func `a second interface names the queue runner, steers, and takes over when it dies`()
    async throws
  {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try WeirHome()
      let runner = try TmuxSession.open(home)
      let viewer = try TmuxSession.open(home, width: 200)
      try viewer.expect("VIEWER of process \(try runner.pid())")
      #expect(try !runner.screen().contains("VIEWER"))

      // It adds, and the queue runner runs it.
      try viewer.typeURL("\(server.url)/first")
      try viewer.press("a")
      try viewer.expect(1, "succeeded")
      // It pauses; what it adds waits on both screens.
      try viewer.press("2", "p")
      try runner.expect("PAUSED")
      try viewer.press("1")
      try viewer.typeOnURL("-kept")
      try viewer.press("a")
      try viewer.typeOnURL("-not")
      try viewer.press("a")
      try viewer.expect(2, "waiting")
      try runner.expect(2, "waiting")
      // It cancels what waits.
      try viewer.press("2", "g", "j", "x")
      try viewer.expect(1, "cancelled")
      try runner.expect(1, "cancelled")
      // It resumes, and stops what the other runs.
      try home.add("POST", "\(server.url)/stopped?hold=gate")
      try viewer.keys("p")
      try viewer.expect("the POST to run, above the GETs that have succeeded") { screen in
        let jobs = screen.split(separator: "\n").filter { $0.contains(" /") && $0.contains("#") }
        return TmuxSession.rows("succeeded", in: screen) == 2
          && jobs.first.map {
            $0.contains("/stopped") && TmuxSession.rows("running", in: String($0)) == 1
          } == true
      }
      try viewer.keys("g", "x")
      try viewer.expect(2, "cancelled")

      // Work is on the wire when the queue runner dies.
      try home.add("GET", "\(server.url)/late?hold=late")
      try home.add("POST", "\(server.url)/never-twice?hold=late")
      try viewer.expect(2, "running")
      try #require(poll(for: .seconds(60)) { server.held == 3 ? true : nil } == true)
      try runner.kill(SIGKILL)
      try viewer.expect("the viewer to drain") { !$0.contains("VIEWER") }
      try viewer.expect("PAUSED by restart")
      try viewer.expect(1, "interrupted")
      server.release("late")
      server.release("gate")
      try viewer.keys("p")
      try viewer.expect(3, "succeeded")
      let counts = try server.ledger.counts()
      #expect(counts == ["first": 1, "first-kept": 1, "stopped": 1, "late": 2, "never-twice": 1])
    }
  }
}
