import ClientModel
import Testing

@testable import ClientCore

/// What a change of a job means to the process that sends it, without a client.
@Suite struct AttemptTableTests {
  private let now = Timestamp(milliseconds: 9)
  private var attempts = AttemptTable()
  private var queue = JobQueue()

  private func job(_ state: JobState = .waiting(.slot)) -> Job {
    Job(.fixture(state: state), id: JobID(1), at: now)
  }

  private func running() -> Job {
    var job = job()
    job.start(
      Attempt(
        id: AttemptID(job: job.id, number: 1), hop: 0, method: .get, displayURL: job.displayURL,
        origin: job.origin, started: now))
    return job
  }

  private func run(_ job: Job) -> Run {
    Run(StartedJob(job: job, request: .fixture()), at: now, stop: nil)
  }

  @Test mutating func `a waiting job enters the queue, one that has ended leaves it`() {
    let waiting = attempts.changed(job(), waitingIn: queue)
    let ended = attempts.changed(job(.cancelled(sent: 0)), waitingIn: queue)
    #expect(waiting == .enqueue && ended == .remove)
  }

  @Test mutating func `a running job is stopped once`() {
    let run = run(running())
    attempts[run.job.id] = run
    var asked = run.job
    asked.cancelRequested = true
    let first = attempts.changed(asked, waitingIn: queue)
    attempts[run.job.id]?.stop = .byUser
    let second = attempts.changed(asked, waitingIn: queue)
    #expect(first == .stop && second == .nothing)
    #expect(attempts[run.job.id]?.isOvertaken == false)
  }

  @Test mutating func `a change after the end of an attempt was committed is noted`() {
    let run = run(running())
    attempts[run.job.id] = run
    let change = attempts.changed(job(), waitingIn: queue)
    #expect(change == .nothing && attempts[run.job.id]?.isOvertaken == true)
  }

  @Test mutating func `a job that was asked to stop between two attempts is cancelled`() throws {
    queue.put(try #require(QueuedJob(job(), scheduling: .queued)))
    var asked = running()
    asked.cancelRequested = true
    let asking = attempts.changed(asked, waitingIn: queue)
    let running = attempts.changed(self.running(), waitingIn: queue)
    #expect(asking == .cancel && running == .nothing)
  }

  @Test mutating func `a job with a run of this process does not run elsewhere`() {
    let job = running()
    #expect(attempts.runsElsewhere(job) && !attempts.owns(job.id))
    attempts[job.id] = run(job)
    #expect(!attempts.runsElsewhere(job) && attempts.owns(job.id))
    #expect(!attempts.runsElsewhere(self.job()))
  }
}
