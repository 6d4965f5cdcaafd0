import ClientModel
import Testing

@testable import ClientCore

/// A queue whose jobs other queue runners start as well.
@Suite struct JobQueueSharingTests {
  private let now = Timestamp(milliseconds: 1_000_000)

  private func queue(
    _ count: Int64, limit: Int = 3, rate: Double? = nil, inAll: Int = .max
  ) -> JobQueue {
    var queue = JobQueue(runningInAll: inAll)
    queue.set(Lane(key: .a, limit: limit, rate: rate))
    for id in 0..<count { queue.put(QueuedJob(id: JobID(id + 1), lane: .a)) }
    queue.share(random: SeededRandom(1))
    return queue
  }

  private func job(_ id: Int64, _ state: JobState = .running(attempt: 1)) -> Job {
    var job = Job(.fixture(), id: JobID(id), at: now)
    job.state = state
    return job
  }

  private func take(_ count: Int) -> [LaneTake] { [LaneTake(.a, count: count, at: now)] }

  @Test func `a shared queue requests jobs from the store instead of choosing them`() {
    var queue = queue(5)
    #expect(queue.fill(at: now) == [.take(.a, 3)])
    #expect(queue.waitingCount == 5, "the store may choose others")
    #expect(queue.fill(at: now).isEmpty && queue.nextWake == nil)
  }

  @Test func `jobs that the store chose run, whether they were the first ones or not`() {
    var queue = queue(5)
    _ = queue.fill(at: now)
    queue.took([job(2), job(5), job(9)], for: take(3), at: now)
    #expect(queue.runningCount == 3 && queue.waitingCount == 3)
    #expect(queue.fill(at: now).isEmpty)
    queue.ended(JobID(9))
    #expect(queue.fill(at: now) == [.take(.a, 1)])
  }

  @Test func `a lane that got fewer jobs is asked again after one to two seconds`() throws {
    var queue = queue(5)
    _ = queue.fill(at: now)
    queue.took([job(1)], for: take(3), at: now)
    #expect(queue.fill(at: now).isEmpty)
    let wake = try #require(queue.nextWake)
    #expect((1_000..<2_000).contains(wake.since(now).inMilliseconds))
    #expect(queue.fill(at: wake) == [.take(.a, 2)])
  }

  @Test func `queue runners do not all ask again at the same time`() {
    let times = (0..<20).map { seed -> Timestamp? in
      var queue = queue(5)
      queue.share(random: SeededRandom(seed))
      _ = queue.fill(at: now)
      queue.took([], for: take(3), at: now)
      _ = queue.fill(at: now)
      return queue.nextWake
    }
    #expect(Set(times).count > 10)
  }

  @Test func `a slot that becomes free elsewhere is asked for at once`() {
    var queue = queue(5, limit: 1)
    queue.note(job(1), runBy: .other)
    queue.remove(JobID(1))
    #expect(queue.fill(at: now).isEmpty, "its only slot is in use")
    queue.note(job(1, .succeeded), runBy: .other)
    #expect(queue.fill(at: now) == [.take(.a, 1)])
  }

  @Test func `a slot that another queue runner uses again at once is not asked for`() {
    var queue = queue(5, limit: 1)
    queue.note(job(1), runBy: .other)
    queue.note(job(1, .succeeded), runBy: .other)
    queue.note(job(2), runBy: .other)
    for id in [1, 2] { queue.remove(JobID(Int64(id))) }
    #expect(queue.fill(at: now).isEmpty)
  }

  @Test func `a slot that became free during the request is asked for again`() {
    var queue = queue(5, limit: 1)
    _ = queue.fill(at: now)
    queue.note(job(4), runBy: .other)
    queue.note(job(4, .succeeded), runBy: .other)
    queue.took([], for: take(1), at: now)
    #expect(queue.fill(at: now) == [.take(.a, 1)])
  }

  @Test func `a full lane is asked for one job after a while, in case a change was missed`() throws
  {
    var queue = queue(5, limit: 2)
    for id in [1, 2] {
      queue.note(job(Int64(id)), runBy: .other)
      queue.remove(JobID(Int64(id)))
    }
    #expect(queue.fill(at: now).isEmpty)
    #expect(queue.fill(at: try #require(queue.nextWake)) == [.take(.a, 1)])
  }

  @Test func `a job added to a lane that got none is asked for at once`() {
    var queue = queue(1)
    _ = queue.fill(at: now)
    queue.took([], for: take(1), at: now)
    queue.remove(JobID(1))
    #expect(queue.fill(at: now).isEmpty && queue.nextWake == nil)
    queue.put(QueuedJob(id: JobID(8), lane: .a))
    #expect(queue.fill(at: now) == [.take(.a, 1)])
  }

  @Test func `a lane with a rate is asked again after the time of one start`() {
    var queue = queue(5, rate: 20)
    _ = queue.fill(at: now)
    queue.took([job(1)], for: take(3), at: now)
    _ = queue.fill(at: now)
    #expect(queue.nextWake == now.advanced(by: .milliseconds(50)))
  }

  @Test func `a paused lane and a held one request nothing`() {
    var queue = queue(5)
    queue.set(Lane(key: .a, pause: .byUser, limit: 3))
    #expect(queue.fill(at: now).isEmpty)
    queue.set(Lane(key: .a, limit: 3, heldUntil: now.advanced(by: .seconds(9))))
    #expect(queue.fill(at: now).isEmpty)
    #expect(queue.fill(at: now.advanced(by: .seconds(9))) == [.take(.a, 3)])
  }

  @Test func `requested jobs count against the limit of all running jobs`() {
    var queue = queue(5, inAll: 2)
    #expect(queue.fill(at: now) == [.take(.a, 2)])
    #expect(queue.fill(at: now).isEmpty)
    queue.took([job(1), job(2)], for: take(2), at: now)
    #expect(queue.fill(at: now).isEmpty)
    queue.ended(JobID(1))
    #expect(queue.fill(at: now) == [.take(.a, 1)])
  }

  @Test func `an immediate job starts by itself, without the store`() {
    var queue = queue(0)
    queue.put(QueuedJob(id: JobID(1), lane: .a, scheduling: .immediate, host: "a.example"))
    #expect(queue.fill(at: now) == [.start(JobID(1))])
  }
}
