import Glibc
import Testing

@testable import ClientCore

/// Threads outside of Swift's pool.
struct ThreadCrewTests {
  /// The calling thread's niceness.
  private static func niceness() -> Int32 {
    getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
  }

  @Test func `threads for long work step back and no others do`() async {
    let usual = ThreadCrew(of: 1)
    let before = await usual.run { Self.niceness() }
    let background = await ThreadCrew(of: 1, .background).run { Self.niceness() }
    #expect(background == min(before + 5, 19))
    #expect(await usual.run { Self.niceness() } == before)
  }
}
