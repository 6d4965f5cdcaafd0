import TestSupport
import TestTraits
import Testing

/// The keys of a command are changed in the list of keys, in a terminal.
@Suite(.usesSystem) struct KeyChangeTests {
  @Test func `a key that is typed for a command works at once and in the next session`()
    async throws
  {
    try await onOwnThread {
      let home = try WeirHome()
      let session = try TmuxSession.open(home)
      try session.press("?", "/")
      try session.type("event log")
      try session.press("Escape")
      try session.expect("change its keys")
      try session.press("e")
      try session.expect("Keys of \"Show the event log\"")
      try session.press("C-u")
      try session.type("f77")
      try session.press("Enter")
      try session.expect("is not a key that a terminal sends")
      try session.press("C-u")
      try session.type("f6 or x")
      try session.press("Enter")
      try session.expect("The keys of \"Show the event log\" are now: f6 or x.")
      // The first one shows all rows again.
      try session.press("Escape")
      try session.expect("esc close")
      try session.press("Escape")
      try session.expect("no help") { !$0.contains("╭─ Help") }
      try session.press("F6")
      try session.expect("Event log")
      try session.press("Escape")
      try session.press("q")
      try session.expect("EXIT=0")
      let next = try TmuxSession.open(home)
      try next.press("x")
      try next.expect("Event log")
    }
  }
}
