import ClientCore
import ClientModel
import TestSupport
import Testing

@Suite struct JobQueueTests {
  let now = Timestamp(milliseconds: 1_000_000)

  private func queue(_ count: Int, limit: Int = 2) -> JobQueue {
    var queue = JobQueue()
    queue.set(Lane(key: .a, limit: limit))
    for id in 1...count { queue.put(QueuedJob(id: JobID(Int64(id)), lane: .a)) }
    return queue
  }

  @Test func `a paused lane starts nothing, and a resumed one fills every slot`() {
    var queue = queue(5, limit: 3)
    queue.set(Lane(key: .a, pause: .byUser, limit: 3))
    #expect(queue.fill(at: now).isEmpty)
    queue.set(Lane(key: .a, limit: 3))
    #expect(queue.fill(at: now) == [1, 2, 3].map { .start(JobID($0)) })
  }

  @Test func `priority goes before position, and position before age`() {
    var queue = queue(3, limit: 1)
    queue.put(QueuedJob(id: JobID(4), lane: .a, position: 1.5))
    queue.put(QueuedJob(id: JobID(5), lane: .a, priority: 1))
    var order: [JobID] = []
    while case .start(let id)? = queue.fill(at: now).first {
      order.append(id)
      queue.ended(id)
    }
    #expect(order.map(\.rawValue) == [5, 1, 4, 2, 3])
  }

  @Test func `a lane starts no more jobs in a second than its rate`() {
    var queue = queue(100, limit: 100)
    queue.set(Lane(key: .a, limit: 100, rate: 10))
    var started = 0
    var time = now
    for _ in 0..<100 {
      started += queue.fill(at: time).count
      guard let next = queue.nextWake, next.since(now) < .seconds(1) else { break }
      #expect(next > time)
      time = next
    }
    #expect(started == 10)
  }

  @Test func `a server's hold is waited for, then the lane is filled`() {
    var queue = queue(3)
    let end = now.advanced(by: .seconds(30))
    queue.set(Lane(key: .a, heldUntil: end))
    #expect(queue.fill(at: now).isEmpty)
    #expect(queue.nextWake == end)
    #expect(queue.fill(at: end).count == 2)
    #expect(queue.nextWake == nil)
  }

  @Test func `a lowered limit lets what runs finish first`() {
    var queue = queue(6, limit: 3)
    _ = queue.fill(at: now)
    queue.set(Lane(key: .a, limit: 1))
    queue.ended(JobID(1))
    queue.ended(JobID(2))
    #expect(queue.fill(at: now).isEmpty)
    queue.ended(JobID(3))
    #expect(queue.fill(at: now) == [.start(JobID(4))])
  }

  @Test func `a hundred thousand waiting jobs leave the queue in order`() {
    var queue = JobQueue()
    queue.set(Lane(key: .a, limit: 64))
    for id in 1...100_000 { queue.put(QueuedJob(id: JobID(Int64(id)), lane: .a)) }
    #expect(queue.waitingCount == 100_000)
    var last: Int64 = 0
    var isOrdered = true
    while true {
      let actions = queue.fill(at: now)
      if actions.isEmpty { break }
      for case .start(let id) in actions {
        isOrdered = isOrdered && id.rawValue == last + 1
        last = id.rawValue
        queue.ended(id)
      }
    }
    #expect(isOrdered && last == 100_000)
  }

  @Test(arguments: 0..<trials(of: 240))
  func `any run of 500 steps does what the naive queue does`(seed: Int) throws {
    var random = SeededRandom(seed)
    var queue = JobQueue(immediateInAll: 4, immediatePerHost: 2)
    var model = NaiveQueue(inAll: 4, perHost: 2)
    var time = now
    var last: Int64 = 0
    for step in 0..<500 {
      let change = Change.random(&random, model, &last, at: time)
      change.apply(to: &queue, &model, &time)
      let actual = queue.fill(at: time)
      let expected = model.fill(at: time)
      try #require(
        Set(actual) == Set(expected) && actual.count == expected.count,
        "seed \(seed), step \(step), \(change)")
      try #require(
        startsByLane(actual, model) == startsByLane(expected, model),
        "order: seed \(seed), step \(step), \(change)")
      try #require(
        queue.nextWake == model.nextWake, "wake: seed \(seed), step \(step), \(change)")
      try #require(queue.waitingCount == model.waiting.count, "seed \(seed), step \(step)")
      try #require(queue.runningCount == model.running.count, "seed \(seed), step \(step)")
    }
  }

  /// Starts in their order within each lane, and among the immediate ones.
  private func startsByLane(
    _ actions: [JobQueue.Action], _ model: NaiveQueue
  ) -> [String: [JobID]] {
    var lanes: [String: [JobID]] = [:]
    for case .start(let id) in actions {
      guard let job = model.running[id] else { continue }
      lanes[job.scheduling == .immediate ? "now" : job.lane.name, default: []].append(id)
    }
    return lanes
  }
}

/// One step of a random run.
private enum Change {
  case put(QueuedJob)
  case remove(JobID)
  case end(JobID)
  case succeed(JobID)
  case fail(JobID)
  case set(Lane)
  case wait(Duration)
  case close
  case open

  static func random(
    _ random: inout SeededRandom, _ model: NaiveQueue, _ last: inout Int64, at now: Timestamp
  ) -> Change {
    let somebody = JobID(Int64.random(in: 1...max(1, last), using: &random))
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<35:
      last += 1
      return .put(job(JobID(last), &random, last, now))
    case 35..<42: return .put(job(somebody, &random, last, now))
    case 42..<50: return .remove(somebody)
    case 50..<72:
      let ids = model.running.keys.sorted()
      return ids.isEmpty ? .wait(.seconds(1)) : .end(ids.randomElement(using: &random) ?? ids[0])
    case 72..<76: return .succeed(somebody)
    case 76..<79: return .fail(somebody)
    case 79..<89:
      return .set(
        Lane(
          key: lane(&random),
          pause: [.none, .none, .byUser, .byRestart].randomElement(using: &random) ?? .none,
          limit: Int.random(in: 1...4, using: &random),
          rate: [nil, nil, 0.5, 3, 2000].randomElement(using: &random) ?? nil,
          heldUntil: Bool.random(using: &random)
            ? nil : now.advanced(by: .milliseconds(Int.random(in: -500...5000, using: &random)))))
    case 89..<97: return .wait(.milliseconds(Int.random(in: 1...3000, using: &random)))
    case 97: return .close
    default: return .open
    }
  }

  private static func lane(_ random: inout SeededRandom) -> LaneKey {
    LaneKey(name: ["a", "b", "c"].randomElement(using: &random) ?? "a")
  }

  private static func job(
    _ id: JobID, _ random: inout SeededRandom, _ last: Int64, _ now: Timestamp
  ) -> QueuedJob {
    let time = now.advanced(by: .milliseconds(Int.random(in: -100...4000, using: &random)))
    let parent = JobID(Int64.random(in: 1...max(1, last), using: &random))
    let wait: QueuedJob.Wait =
      switch Int.random(in: 0..<10, using: &random) {
      case 0: .until(time)
      case 1: .heldUntil(time)
      case 2, 3: parent == id ? .slot : .job(parent)
      default: .slot
      }
    return QueuedJob(
      id: id, lane: lane(&random), priority: Int.random(in: -1...1, using: &random),
      position: Bool.random(using: &random) ? nil : Double.random(in: 0...200, using: &random),
      scheduling: Int.random(in: 0..<4, using: &random) == 0 ? .immediate : .queued,
      host: ["x", "y", "z"].randomElement(using: &random) ?? "x", wait: wait)
  }

  func apply(to queue: inout JobQueue, _ model: inout NaiveQueue, _ time: inout Timestamp) {
    switch self {
    case .put(let job):
      queue.put(job)
      model.put(job)
    case .remove(let id):
      queue.remove(id)
      model.waiting[id] = nil
    case .end(let id):
      queue.ended(id)
      model.running[id] = nil
    case .succeed(let id):
      queue.succeeded(id)
      model.succeeded(id)
    case .fail(let id):
      queue.failed(id)
      model.failed(id)
    case .set(let lane):
      queue.set(lane)
      model.set(lane)
    case .wait(let span): time = time.advanced(by: span)
    case .close:
      queue.close()
      model.isClosed = true
    case .open:
      queue.open()
      model.isClosed = false
    }
  }
}
