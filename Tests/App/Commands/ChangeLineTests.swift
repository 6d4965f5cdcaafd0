import ClientModel
import JobFixtures
import Testing

@testable import weir

struct ChangeLineTests {
  @Test func `a job that is being cancelled has not ended yet`() {
    var job = Job.fixture(17, .running(attempt: 1))
    #expect(changeLine(of: job, "cancelled") == "Job 17: cancelled.")
    job.cancelRequested = true
    #expect(changeLine(of: job, "cancelled") == "Job 17: will be cancelled.")
  }

  @Test func `a change that is yet to come is named once`() {
    var job = Job.fixture(17, .running(attempt: 1))
    job.cancelRequested = true
    #expect(
      changeLine(of: job, "will be cancelled on its server")
        == "Job 17: will be cancelled on its server.")
  }
}
