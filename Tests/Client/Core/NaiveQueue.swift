import ClientCore
import ClientModel

/// The same rules as `JobQueue`, by looking at every job at every step.
struct NaiveQueue {
  var waiting: [JobID: QueuedJob] = [:]
  var running: [JobID: QueuedJob] = [:]
  var lanes: [LaneKey: Lane] = [:]
  var nextStart: [LaneKey: Double] = [:]
  var reported: [JobQueue.Action] = []
  var isClosed = false
  let inAll: Int
  let perHost: Int

  mutating func put(_ job: QueuedJob) {
    if running[job.id] == nil { waiting[job.id] = job }
  }

  mutating func set(_ lane: Lane) {
    if lane.rate != lanes[lane.key]?.rate { nextStart[lane.key] = 0 }
    lanes[lane.key] = lane
  }

  mutating func succeeded(_ id: JobID) {
    for child in waiting.values where child.wait == .job(id) {
      waiting[child.id]?.wait = .slot
      reported.append(.unblocked(child.id))
    }
  }

  mutating func failed(_ id: JobID) {
    var lost = [id]
    while let parent = lost.popLast() {
      for child in waiting.values where child.wait == .job(parent) {
        waiting[child.id] = nil
        reported.append(.skip(child.id, because: id))
        lost.append(child.id)
      }
    }
  }

  mutating func fill(at now: Timestamp) -> [JobQueue.Action] {
    defer { reported = [] }
    if isClosed { return reported }
    for job in waiting.values {
      switch job.wait {
      case .until(let time) where time <= now: waiting[job.id]?.wait = .slot
      case .heldUntil(let time) where time <= now:
        waiting[job.id]?.wait = .slot
        reported.append(.ready(job.id))
      default: break
      }
    }
    // Their order costs more than all else here, and mostly none may start.
    let mayAny = waiting.values.contains { $0.wait == .slot && mayStart($0, at: now) }
    if mayAny { for job in inOrder where mayStart(job, at: now) { start(job, at: now) } }
    return reported
  }

  var nextWake: Timestamp? {
    if isClosed { return nil }
    let times = waiting.values.compactMap { job -> Timestamp? in
      switch job.wait {
      case .until(let time), .heldUntil(let time): time
      case .slot where job.scheduling == .queued && hasRoom(job.lane): opens(job.lane)
      case .slot, .job: nil
      }
    }
    return times.min()
  }

  private var inOrder: [QueuedJob] {
    waiting.values.filter { $0.wait == .slot }.sorted {
      ($1.priority, $0.position, $0.id) < ($0.priority, $1.position, $1.id)
    }
  }

  private func mayStart(_ job: QueuedJob, at now: Timestamp) -> Bool {
    switch job.scheduling {
    case .queued: return hasRoom(job.lane) && opens(job.lane) <= now
    case .immediate:
      let immediate = running.values.filter { $0.scheduling == .immediate }
      return immediate.count < inAll && immediate.filter { $0.host == job.host }.count < perHost
    }
  }

  private func hasRoom(_ key: LaneKey) -> Bool {
    let lane = lanes[key] ?? Lane(key: key)
    let count = running.values.filter { $0.scheduling == .queued && $0.lane == key }.count
    return !lane.isPaused && count < lane.limit
  }

  private func opens(_ key: LaneKey) -> Timestamp {
    max(
      lanes[key]?.heldUntil ?? Timestamp(milliseconds: 0),
      Timestamp(milliseconds: Int64(nextStart[key] ?? 0)))
  }

  private mutating func start(_ job: QueuedJob, at now: Timestamp) {
    running[job.id] = waiting.removeValue(forKey: job.id)
    reported.append(.start(job.id))
    if job.scheduling == .queued, let rate = lanes[job.lane]?.rate {
      nextStart[job.lane] =
        max(nextStart[job.lane] ?? 0, Double(now.milliseconds)) + 1000 / rate
    }
  }
}
