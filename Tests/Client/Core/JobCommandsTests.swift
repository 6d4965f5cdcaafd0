import ClientModel
import Testing

@testable import ClientCore

/// Which order applies to a job in which state.
@Suite struct JobCommandsTests {
  private let now = Timestamp(milliseconds: 5)

  private static let states: [JobState] = [
    .held(.byUser), .waiting(.slot), .waiting(.until(Timestamp(milliseconds: 9))),
    .running(attempt: 1), .polling(word: "queued", next: nil), .succeeded,
    .failed(.fixture()), .cancelled(sent: 0), .skipped(because: JobID(1)),
    .interrupted(JobState.Knowledge(sent: 7, responseBegan: false, why: "")),
  ]

  private func job(_ state: JobState) -> Job {
    Job(
      id: JobID(2), state: state, since: now, created: now, lane: .a, position: 2, method: .post,
      displayURL: "http://a.example/", isRepeatable: false)
  }

  private func applies(_ order: (Job) -> JobChange?) -> Set<JobState.Word> {
    Set(Self.states.filter { order(job($0)) != nil }.map(\.word))
  }

  @Test func `each order applies to its states and leaves the others alone`() {
    #expect(applies { JobCommands.hold($0, at: now) } == [.waiting])
    #expect(applies { JobCommands.release($0, at: now) } == [.held, .polling])
    #expect(
      applies { JobCommands.cancel($0, at: now) }
        == [.held, .waiting, .running, .polling, .interrupted])
    #expect(applies { JobCommands.resolveAsDone($0, at: now) } == [.interrupted])
    #expect(
      applies { JobCommands.reorder($0, at: now, priority: 1, position: 3) } == [.waiting, .held])
    #expect(
      applies { JobCommands.retry($0, at: now) }
        == [.waiting, .failed, .cancelled, .skipped, .interrupted])
  }

  @Test func `what took effect is retried only where a second time changes nothing`() {
    var done = job(.succeeded)
    done.status = 200
    #expect(JobCommands.retry(done, at: now) == nil)
    done.isRepeatable = true
    #expect(JobCommands.retry(done, at: now) != nil)
  }

  @Test func `cancelling says what had been sent, and only asks a running job to stop`() {
    let interrupted = JobCommands.cancel(job(Self.states[9]), at: now)
    #expect(interrupted?.state == .cancelled(sent: 7))
    let running = JobCommands.cancel(job(.running(attempt: 1)), at: now)
    #expect(running?.state == nil && running?.cancelRequested == true)
  }

  @Test func `a waiting job is retried only to cut its back-off short`() {
    #expect(JobCommands.retry(job(.waiting(.slot)), at: now) == nil)
    #expect(JobCommands.retry(job(Self.states[2]), at: now)?.state == .waiting(.slot))
  }

  @Test func `a job is woken only before its first attempt, at a later time than it was added`() {
    let woken = JobCommands.requeue(job(.waiting(.slot)), at: now)
    #expect(woken?.state == .waiting(.slot) && woken?.at == Timestamp(milliseconds: 6))
    var tried = job(.waiting(.slot))
    tried.attempts = 1
    #expect(JobCommands.requeue(tried, at: now) == nil)
    #expect(JobCommands.requeue(job(.held(.byUser)), at: now) == nil)
  }

  @Test func `only a job that was held for a missing key is released when the key is back`() {
    #expect(JobCommands.releaseKeyless(job(.held(.byUser)), at: now) == nil)
    let keyless = job(.held(.missingKey(at: "/key")))
    #expect(JobCommands.releaseKeyless(keyless, at: now)?.state == .waiting(.slot))
  }

  @Test func `an immediate job may belong to its sender until its first attempt and between two`() {
    var immediate = job(.waiting(.slot))
    #expect(!immediate.mayBelongToItsSender)
    immediate.scheduling = .immediate
    #expect(immediate.mayBelongToItsSender)
    immediate.attempts = 1
    #expect(!immediate.mayBelongToItsSender)
    immediate.state = .waiting(.until(Timestamp(milliseconds: 9)))
    #expect(immediate.mayBelongToItsSender)
  }
}
