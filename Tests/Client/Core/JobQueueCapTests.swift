import ClientCore
import ClientModel
import Testing

/// The cap on all jobs that run, which descriptors set.
@Suite struct JobQueueCapTests {
  private let now = Timestamp(milliseconds: 1_000_000)

  private func queue(_ most: Int, lanes: [LaneKey]) -> JobQueue {
    var queue = JobQueue(runningInAll: most)
    for (number, lane) in lanes.enumerated() {
      queue.set(Lane(key: lane, limit: 600))
      for id in 1...10 { queue.put(QueuedJob(id: JobID(Int64(number * 10 + id)), lane: lane)) }
    }
    return queue
  }

  @Test func `no more run than the cap allows, and none is set an alarm for`() {
    var queue = queue(3, lanes: [.a])
    #expect(queue.fill(at: now) == [1, 2, 3].map { .start(JobID($0)) })
    #expect(queue.fill(at: now).isEmpty && queue.nextWake == nil)
    queue.ended(JobID(2))
    #expect(queue.fill(at: now) == [.start(JobID(4))])
  }

  @Test func `every lane has its turn and every job runs`() {
    var queue = queue(2, lanes: [.a, .b])
    var running: [JobID] = []
    var order: [JobID] = []
    for _ in 0..<100 {
      for case .start(let id) in queue.fill(at: now) {
        running.append(id)
        order.append(id)
      }
      #expect(running.count <= 2)
      guard !running.isEmpty else { break }
      queue.ended(running.removeFirst())
    }
    #expect(Set(order).count == 20)
    #expect(
      order.prefix(6).contains { $0.rawValue > 10 }, "the second lane need not wait for the first")
  }

  @Test func `immediate jobs come first`() {
    var queue = queue(1, lanes: [.a])
    _ = queue.fill(at: now)
    queue.put(QueuedJob(id: JobID(99), lane: .b, scheduling: .immediate, host: "h"))
    queue.ended(JobID(1))
    #expect(queue.fill(at: now) == [.start(JobID(99))])
  }
}
