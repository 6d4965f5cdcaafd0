import ClientModel
import JobFixtures
import Testing

@testable import ViewModels

struct JobDeletionsTests {
  private var deletions = JobDeletions()

  @Test mutating func `one undo step restores all jobs and batches of a deletion`() {
    let batch = BatchRowsTests.batch(200, [.succeeded: 200])
    let jobs = QueueEffect.Deletion(DeletionID(1), of: [JobID(1), JobID(2)])
    let rows = QueueEffect.Deletion(DeletionID(2))
    #expect(
      deletions.delete([JobID(1), JobID(2)], and: [batch]) == [
        .queue(.delete(jobs)), .queue(.graph(batch.id, .delete(rows.id))),
        .remember(
          UndoStep(
            "Deleting 2 jobs and batch \(batch.id)",
            [.queue(.restore(jobs)), .queue(.restore(rows))])),
      ])
  }

  @Test mutating func `each deletion has its own identifier`() {
    let first = deletions.delete([JobID(1)])
    #expect(deletions.delete([JobID(1)]) != first)
  }

  @Test mutating func `a job that a server works on is deleted only after a question`() {
    var job = Job.fixture(1, .polling(word: "busy", next: nil))
    guard case .confirm(let question)? = deletions.delete(job).first else {
      Issue.record("Nothing was asked.")
      return
    }
    #expect(question.question == "Stop polling job 1 and delete it?")
    #expect(question.answers.last?.effects.contains(.queue(.dropRemote(job.id))) == true)
    job.state = .succeeded
    let deletion = QueueEffect.Deletion(DeletionID(1), of: [job.id])
    #expect(deletions.delete(job).first == .queue(.delete(deletion)))
  }

  @Test mutating func `a question counts the jobs, the rows and the failures`() {
    let batch = BatchRowsTests.batch(2_000, [.failed: 1, .succeeded: 1_999])
    let question = deletions.question(
      about: [JobID(1)], and: [batch], failed: 1, "of all workspaces")
    #expect(
      question.question
        == "Delete 1 job and batch \(batch.id) and its 2,000 jobs of all workspaces?")
    #expect(question.detail.hasPrefix("1 of them failed. "))
  }

  @Test mutating func `the question about all finished jobs counts those of the lanes`() {
    var lanes = QueueLanes()
    lanes.receive([.fixture(counts: [.succeeded: 1, .failed: 2, .waiting: 5])])
    let question = deletions.question(clearing: lanes)
    #expect(question.question == "Delete all 3 finished jobs of all workspaces?")
    #expect(question.detail.hasPrefix("2 of them failed. "))
    #expect(question.answers.last?.effects.first == .queue(.clearFinished(DeletionID(1))))
  }
}
