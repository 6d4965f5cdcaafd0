import Glibc
import TestSupport
import TestTraits
import Testing

/// What was typed and not saved, when the program is ended from outside.
@Suite(.usesSystem) struct UnsavedRequestTests {
  @Test func `what was typed is there again after the user quits, who is asked nothing`()
    async throws
  {
    try await onOwnThread {
      let home = try WeirHome()
      let session = try typing("http://127.0.0.1/typed", in: home)
      // A key close behind it would make it Alt.
      try session.press("Escape")
      try session.expect("i edit")
      try session.press("q")
      try session.expect("EXIT=0")
      try expectBack("http://127.0.0.1/typed", in: home)
    }
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `keys that a signal finds unread are in the request that comes back`(signal: Int32)
    async throws
  {
    try await onOwnThread {
      let home = try WeirHome()
      let session = try typing("http://127.0.0.1/first", in: home)
      // The keys and the signal are there at once when the program goes on.
      try session.kill(SIGSTOP)
      try session.type("/last")
      try session.kill(signal)
      try session.kill(SIGCONT)
      try session.expect("EXIT=")
      try expectBack("http://127.0.0.1/first/last", in: home)
    }
  }

  private func typing(_ url: String, in home: WeirHome) throws -> TmuxSession {
    let session = try TmuxSession.open(home)
    try session.press("1", "i")
    try session.type(url)
    try session.expect(url)
    return session
  }

  private func expectBack(_ url: String, in home: WeirHome) throws {
    let next = try TmuxSession.open(home)
    try next.expect("The unsaved request of the last session was restored.")
    try next.expect(url)
  }
}
