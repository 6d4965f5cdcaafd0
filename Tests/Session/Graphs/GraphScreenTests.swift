import Foundation
import TestSupport
import Testing

/// Graphs on the screen: chosen in the browser, shown as a tree, steered by the keys for jobs.
@Suite(.serialized, .timeLimit(.minutes(5))) struct GraphScreenTests {
  @Test func `a graph is chosen in the browser, shown as a tree, folded and taken up again`()
    async throws
  {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try GraphCommandTests.home(server.url, ["flow": "serial: [get, bad, post]\n"])
      let session = try TmuxSession.open(home)
      try session.press(",", "r")
      try session.expect("[Requests]")
      try session.press("/")
      try session.type("flow")
      try session.press("Enter")
      try session.expect("▸ g1 flow")
      try session.expect("1 of 3, 1 failed, stopped")
      try session.press("2", "g", "Space")
      try session.expect("├ failed      bad  The answer was 500.")
      try session.expect("└ not run     post")
      try session.press("r", "Space")
      try session.expect("▸ g1 flow")
      #expect(try home.run("queue", "wait", "g1").code == 1)
      #expect(try server.ledger.entries().map(\.id) == ["get", "bad", "bad"])
      try session.press("Space")
      try session.expect("▾ g1 flow")
      try session.press("j", "j", "x")
      try session.expect("Nothing to cancel.")
    }
  }
}
