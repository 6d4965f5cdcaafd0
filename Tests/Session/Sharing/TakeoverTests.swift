import Foundation
import TestSupport
import TestTraits
import Testing

/// Who takes the queue over, and what becomes of its lanes.
@Suite(.serialized, .usesSystem) struct TakeoverTests {
  /// The lanes that the list shows as paused by restart.
  private func pausedLanes(_ home: WeirHome) throws -> Int {
    try home.run("queue", "list").lines.count { $0.contains("paused by restart") }
  }

  @Test func `a killed send pauses no lane that it never touched`() async throws {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try WeirHome()
      try home.add(server.url + "/other")
      let slow = server.url.replacingOccurrences(of: "127.0.0.1", with: "localhost")
      let sender = try home.start("send", slow + "/slow?hold=slow")
      eventually("the request is held") { server.held == 1 }
      sender.kill(SIGKILL)
      try sender.wait()
      // Not `open`: what the killed process left is sent again, and the screen does not rest meanwhile.
      let session = try TmuxSession(home)
      eventually("the other lane's job was sent") {
        server.ledger.count >= 2 && (try? server.ledger.counts()["other"]) == 1
      }
      #expect(try !session.expect("/other").contains("PAUSED"))
      server.release("slow")
    }
  }

  @Test(.usesSystem(minutes: 10))
  func `a kill at any file change of a takeover leaves every lane with work paused`()
    async throws
  {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let template = try WeirHome()
      for lane in 1...4 {
        for number in 1...3 {
          try template.add(
            "\(server.url)/l\(lane)-\(number)?hold=all", "--lane", "lane-\(lane)")
        }
      }
      let runner = try template.start("queue", "run")
      eventually("each lane has two on the wire") { server.held == 8 }
      runner.kill(SIGKILL)
      try runner.wait()
      let shim = try FaultShim()
      let seen = server.ledger.count
      for call in 1...12 {
        let home = try template.copy()
        let (variables, _) = try shim.arm(.killBefore(call: call), below: home.stateFolder)
        let first = try TmuxSession(home, environment: variables)
        _ = poll(for: .seconds(2)) { (try? first.pid()) == nil ? true : nil }
        let second = try TmuxSession.open(home)
        #expect(try second.screen().contains("PAUSED"), "call \(call)")
        #expect(try pausedLanes(home) == 4, "call \(call)")
        #expect(server.ledger.count == seen, "call \(call): sent without a word")
      }
      server.release("all")
    }
  }

  @Test func `an interrupted job pauses no lane after an orderly shutdown`() async throws {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try WeirHome()
      try home.add("POST", server.url + "/pay?drop=after", "a=b")
      _ = try home.run("queue", "run", "--until-idle")
      #expect(try home.jobs().map(\.state) == ["interrupted"])
      #expect(try pausedLanes(home) == 0)
    }
  }
}
