import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// Leaving while requests are on the wire: the user is asked, and gets what was chosen.
@Suite(.usesSystem) struct QuittingTests {
  @Test func `leaving asks, can be taken back, and waits for what runs`() async throws {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try WeirHome()
      let session = try TmuxSession.open(home)
      try home.add("POST", "\(server.url)/held?hold=gate", "a=b")
      try session.expect(1, "running")
      try session.keys("q")
      try session.expect("Quit while 1 request is running?")
      try session.keys("Up")
      try session.expect("> Stay")
      try session.keys("Enter")
      try session.expect("no question") { !$0.contains("Quit while 1 request is running?") }
      try session.expect(1, "running")

      try session.keys("q")
      try session.expect("> Wait for it")
      try session.keys("Enter")
      // While it waits nothing new starts; the end comes with the answer.
      try home.add("\(server.url)/next")
      #expect(try !session.screen().contains("EXIT"))
      server.release("gate")
      try session.expect("EXIT=0")
      let jobs = try home.jobs()
      #expect(jobs.first { $0.ledgerID == "held" }?.state == "succeeded")
      #expect(jobs.first { $0.ledgerID == "next" }?.state == "waiting")
      #expect(try server.ledger.counts() == ["held": 1])
    }
  }

  @Test func `what is stopped by leaving is found as it stands`() async throws {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try WeirHome()
      let session = try TmuxSession.open(home)
      try home.add("GET", "\(server.url)/get?hold=gate")
      try home.add("POST", "\(server.url)/post?hold=gate", "a=b")
      try session.expect(2, "running")
      try #require(poll(for: .seconds(60)) { server.held == 2 ? true : nil } == true)
      try session.keys("C-c")
      try session.expect("Quit while 2 requests are running?")
      try session.keys("Down")
      try session.expect("> Stop them")
      try session.keys("Enter")
      try session.expect("EXIT=0")
      let jobs = try home.jobs()
      #expect(jobs.first { $0.ledgerID == "get" }?.state == "waiting")
      #expect(jobs.first { $0.ledgerID == "post" }?.state == "interrupted")
      let again = try TmuxSession.open(home, width: 200)
      try again.expect("PAUSED by restart")
      try again.expect(1, "interrupted")
      #expect(server.ledger.count == 2)
    }
  }
}
