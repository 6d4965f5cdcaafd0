import ClientModel
import JobFixtures
import Testing

@testable import weir

/// How the end of a job ends the command that waited for it, as the README lists it.
struct ExitStatusTests {
  private static let unknown = JobState.Knowledge(sent: 0, responseBegan: false, why: "It was cut.")

  private static let states: [(state: JobState, code: Int32)] = [
    (.succeeded, 0), (.held(.missingSecret("k")), 23), (.held(.byUser), 30),
    (.skipped(because: JobID(2)), 31), (.cancelled(sent: 0), 32), (.interrupted(unknown), 33),
  ]

  @Test(arguments: states)
  func `each state of a job has a code of its own`(state: JobState, code: Int32) {
    #expect(ExitStatus(Job.fixture(1, state)).rawValue == code)
  }

  @Test func `a signal is named where it cut a job off, and not where the job had ended`() {
    for status in [ExitStatus.held, .skipped, .cancelled, .interrupted] {
      #expect(status.endedBySignal == .signal)
    }
    for status in [ExitStatus.done, .checkFailed, .timeout, .storage] {
      #expect(status.endedBySignal == status)
    }
  }
}
