import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// Graphs on the screen: chosen in the browser, shown as a tree, steered by the keys for jobs.
@Suite(.serialized, .usesSystem(minutes: 5)) struct GraphScreenTests {
  @Test func `a graph is chosen in the browser, shown as a tree, folded and taken up again`()
    async throws
  {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try GraphCommandTests.home(server.url, ["flow": "serial: [get, bad, post]\n"])
      let session = try TmuxSession.open(home)
      try session.press(",", "r")
      try session.expect(focused: "b Requests")
      try session.press("/")
      try session.type("flow")
      try session.press("Enter")
      try session.expect("▸ g1 flow")
      try session.expect("✓ 1  ✗ 1  stopped")
      try session.press("2", "g", "Space")
      try session.expect("├ ! failed    bad  The response is 500")
      try session.expect("└ – not run   post")
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

  @Test func `Enter on a step without a job shows all of its result, a long one in the pager`()
    async throws
  {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try GraphCommandTests.home(
        server.url,
        [
          "sums": """
          steps:
            few: {jq: '[range(3)]'}
            many: {jq: '[range(3000)]'}
            some: {jq: '[range(40)]'}

          """
        ])
      let copy = home.folder.path("copy")
      let pager = try home.folder.write("pager", "#!/bin/sh\ncp \"$1\" \(copy)\n")
      chmod(pager, 0o755)
      #expect(try home.run("run", "sums").code == 0)
      let session = try TmuxSession.open(home, environment: ["PAGER": pager])
      try session.press("2", "g")
      try session.expect("▸ g1 sums")
      try session.press("Space")
      try session.expect("├ ✓ succeeded few")
      try session.press("j", "Enter")
      try session.expect("The result of step few:")
      try session.expect("[0,1,2]") { !$0.contains("pager") }
      try session.press("Enter", "j", "Enter")
      try session.expect("> All 13 kB in the pager")
      try session.press("Enter")
      try session.expect("sums") { !$0.contains("The result of step many") }
      let text = "[" + (0..<3000).map(String.init).joined(separator: ",") + "]"
      eventually("all of it in the pager") {
        FileManager.default.contents(atPath: copy) == Data(text.utf8)
      }
      try session.press("j", "Enter")
      try session.expect("The result of step some:")
      try session.expect("> All 111 B in the pager")
    }
  }
}
