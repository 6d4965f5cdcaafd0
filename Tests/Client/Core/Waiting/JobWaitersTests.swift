import ClientModel
import Testing

@testable import ClientCore

struct JobWaitersTests {
  private func job(_ id: Int64, _ state: JobState) -> Job {
    Job(.fixture(state: state), id: JobID(id), at: Timestamp(milliseconds: 1))
  }

  @Test func `a waiter is done when each of its jobs is settled`() {
    var waiters = JobWaiters()
    let id = waiters.add(for: [JobID(1), JobID(2)])
    waiters.begin(id, with: [job(1, .waiting(.slot)), job(2, .waiting(.slot))])
    waiters.settle([job(1, .succeeded)])
    #expect(waiters.result(of: id) == nil)
    waiters.settle([job(2, .running(attempt: 1))])
    #expect(waiters.result(of: id) == nil, "a running job is not settled")
    waiters.settle([job(2, .cancelled(sent: 0))])
    #expect(waiters.result(of: id)?.keys.sorted() == [JobID(1), JobID(2)])
  }

  @Test func `jobs that are settled before they are read need no event`() {
    var waiters = JobWaiters()
    let id = waiters.add(for: [JobID(1)])
    waiters.begin(id, with: [job(1, .succeeded)])
    #expect(waiters.result(of: id)?[JobID(1)]?.state == .succeeded)
  }

  @Test func `an end between adding the waiter and reading its jobs is not lost`() {
    var waiters = JobWaiters()
    let id = waiters.add(for: [JobID(1)])
    waiters.settle([job(1, .succeeded)])
    waiters.begin(id, with: [job(1, .running(attempt: 1))])
    #expect(waiters.result(of: id)?[JobID(1)]?.state == .succeeded)
  }

  @Test func `nobody waits for a job that is not in the store`() {
    var waiters = JobWaiters()
    let id = waiters.add(for: [JobID(1), JobID(9)])
    waiters.begin(id, with: [job(1, .succeeded)])
    #expect(waiters.result(of: id)?.count == 1)
  }

  @Test func `a task that is suspended is resumed by the last end, and once`() async {
    var waiters = JobWaiters()
    let id = waiters.add(for: [JobID(1)])
    waiters.begin(id, with: [job(1, .waiting(.slot))])
    await withCheckedContinuation { continuation in
      waiters.suspend(id, continuation)
      waiters.settle([job(1, .succeeded)])
      // A second resume of a checked continuation ends the program.
      waiters.resume(id)
      waiters.resumeAll()
    }
    waiters.remove(id, waitingFor: [JobID(1)])
    #expect(waiters.result(of: id) == nil)
  }

  @Test func `a task is not suspended when its jobs are settled already`() async {
    var waiters = JobWaiters()
    let id = waiters.add(for: [JobID(1)])
    waiters.begin(id, with: [job(1, .succeeded)])
    await withCheckedContinuation { waiters.suspend(id, $0) }
  }
}
