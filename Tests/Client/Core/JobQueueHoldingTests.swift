import ClientModel
import Testing

@testable import ClientCore

/// Spans of jobs that are held.
struct JobQueueHoldingTests {
  private let now = Timestamp(milliseconds: 0)
  private let span = JobID(2)...JobID(4)

  private func queue(_ ids: ClosedRange<Int64> = 1...6, limit: Int = 10) -> JobQueue {
    var queue = JobQueue()
    queue.set(Lane(key: .a, limit: limit))
    for id in ids { queue.put(QueuedJob(id: JobID(id), lane: .a)) }
    return queue
  }

  private func starts(_ queue: inout JobQueue) -> [Int64] {
    queue.fill(at: now).compactMap { if case .start(let id) = $0 { id.rawValue } else { nil } }
  }

  @Test func `held jobs do not start, and others do in their order`() {
    var queue = queue()
    queue.hold(span)
    #expect(starts(&queue) == [1, 5, 6])
    #expect(queue.waitingCount == 3)
    queue.release(span)
    #expect(starts(&queue) == [2, 3, 4])
  }

  @Test func `a job that is added later is held too, also when its time has come`() {
    var queue = queue(1...1)
    queue.hold(span)
    queue.put(QueuedJob(id: JobID(3), lane: .a))
    queue.put(QueuedJob(id: JobID(4), lane: .a, wait: .until(Timestamp(milliseconds: 5))))
    #expect(starts(&queue) == [1])
    queue.ended(JobID(1))
    #expect(queue.fill(at: Timestamp(milliseconds: 9)) == [])
    #expect(!queue.hasWorkToCome)
    queue.release(span)
    #expect(queue.hasWorkToCome)
    #expect(starts(&queue) == [3, 4])
  }

  @Test func `a held job can be removed`() {
    var queue = queue()
    queue.hold(span)
    queue.remove(JobID(3))
    queue.release(span)
    #expect(starts(&queue) == [1, 2, 4, 5, 6])
  }

  @Test func `holding twice is the same as holding once`() {
    var queue = queue()
    queue.hold(span)
    queue.hold(span)
    queue.release(span)
    queue.release(span)
    #expect(starts(&queue) == [1, 2, 3, 4, 5, 6])
  }

  @Test func `a server's later time extends the hold of a lane, an earlier one does not`() {
    var queue = queue()
    let time = now.advanced(by: .seconds(5))
    let held = queue.held(.a, until: time)
    #expect(held?.heldUntil == time)
    if let held { queue.set(held) }
    #expect(queue.held(.a, until: now) == nil && queue.held(.a, until: time) == nil)
    #expect(queue.held(.b, until: now)?.key == .b, "a lane that is not known yet")
  }

  @Test func `jobs that wait for others say for which`() {
    var queue = JobQueue()
    let parents = queue.put([
      QueuedJob(id: JobID(1), lane: .a), QueuedJob(id: JobID(2), lane: .a, wait: .job(JobID(9))),
    ])
    #expect(parents == [JobID(9)] && queue.waitingCount == 2)
  }
}
