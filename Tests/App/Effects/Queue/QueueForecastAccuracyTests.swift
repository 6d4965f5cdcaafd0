import ClientCore
import ClientModel
import Glibc
import JobFixtures
import TestSupport
import Testing
import ViewModels

/// `QueueForecast` against the queue's own decisions, with simulated time.
struct QueueForecastAccuracyTests {
  /// A lane of the simulation and the usual duration of its jobs, in milliseconds.
  private struct Plan {
    let lane: Lane
    let usual: Double

    init(_ name: String, limit: Int, rate: Double? = nil, usual: Double) {
      lane = Lane(key: LaneKey(name: name), limit: limit, rate: rate)
      self.usual = usual
    }
  }

  private static let plans = [
    Plan("fast", limit: 2, usual: 80), Plan("rated", limit: 4, rate: 10, usual: 300),
    Plan("single", limit: 1, usual: 900), Plan("slow", limit: 8, rate: 2, usual: 2_000),
    Plan("wide", limit: 4, usual: 5_000),
  ]

  /// A simulation of 1,000 jobs. A tenth of the attempts fail and are retried after a pause.
  /// Durations are log-normal with a deviation of a quarter, and one of fifty jobs takes three times
  /// as long as usual.
  private struct Simulation {
    var random: SeededGenerator
    var queue = JobQueue()
    var now = Timestamp(milliseconds: 1_000_000)
    var jobs: [JobID: Job] = [:]
    /// The waiting jobs of each lane, in its order.
    var waiting: [LaneKey: [JobID]] = [:]
    var ends: [JobID: Timestamp] = [:]
    var activity: [LaneKey: LaneActivity] = [:]
    /// The first forecast of each job that was the next of its lane, and the time of the forecast.
    var forecasts: [JobID: (made: Timestamp, start: Timestamp)] = [:]
    /// Whether the forecast of each started job was right.
    var (once, retried) = (Tally(), Tally())

    struct Tally {
      var (right, all) = (0, 0)
      var share: Double { Double(right) / Double(max(1, all)) }
    }

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
      for plan in plans {
        queue.set(plan.lane)
        activity[plan.lane.key] = LaneActivity()
      }
      for number in 1...1_000 {
        let lane = plans[number % plans.count].lane.key
        let job = Job.fixture(Int64(number), lane: lane.name)
        jobs[job.id] = job
        waiting[lane, default: []].append(job.id)
        queue.put(QueuedJob(id: job.id, lane: lane))
      }
    }

    mutating func run() {
      while true {
        for case .start(let id) in queue.fill(at: now) { start(id) }
        for plan in plans { forecast(plan.lane) }
        let times = [ends.values.min(), queue.nextWake].compactMap(\.self)
        guard let next = times.min() else { return }
        now = max(next, now)
        for (id, end) in ends where end <= now { self.end(id) }
      }
    }

    private mutating func start(_ id: JobID) {
      let job = jobs[id]!
      if let (made, start) = forecasts.removeValue(forKey: id) {
        let error = abs(start.milliseconds - now.milliseconds)
        let isRight =
          Double(error) <= max(1_000, 0.2 * Double(now.milliseconds - made.milliseconds))
        let path: WritableKeyPath<Self, Tally> = job.seriesAttempts > 0 ? \.retried : \.once
        self[keyPath: path].all += 1
        if isRight { self[keyPath: path].right += 1 }
      }
      waiting[job.lane]!.removeAll { $0 == id }
      jobs[id]!.state = .running(attempt: job.seriesAttempts + 1)
      jobs[id]!.since = now
      activity[job.lane]!.running.append(.init(jobs[id]!))
      ends[id] = now.advanced(by: .milliseconds(duration(in: job.lane)))
    }

    private mutating func end(_ id: JobID) {
      var job = jobs[id]!
      ends[id] = nil
      queue.ended(id)
      let running = activity[job.lane]!.running
      activity[job.lane]!.running.remove(at: running.firstIndex { $0.start == job.since }!)
      job.elapsed = now.since(job.since)
      job.since = now
      job.seriesAttempts += 1
      if Double.random(in: 0..<1, using: &random) < 0.1, job.seriesAttempts < 4 {
        let pause = RetryPolicy.backOff(afterAttempts: job.seriesAttempts, random: &random)
        job.state = .waiting(.until(now.advanced(by: pause)))
        let place = waiting[job.lane]!.firstIndex { $0 > id } ?? waiting[job.lane]!.count
        waiting[job.lane]!.insert(id, at: place)
        queue.put(
          QueuedJob(id: id, lane: job.lane, wait: .until(now.advanced(by: pause))))
      } else {
        job.state = .succeeded
        activity[job.lane]!.add(job)
      }
      jobs[id] = job
    }

    private mutating func duration(in lane: LaneKey) -> Int64 {
      let usual = plans.first { $0.lane.key == lane }!.usual
      if Double.random(in: 0..<1, using: &random) < 0.02 { return Int64(usual * 3) }
      // The sum of twelve uniform numbers is nearly normal, with a deviation of 1.
      let normal = (0..<12).reduce(-6.0) { sum, _ in sum + .random(in: 0..<1, using: &random) }
      return max(1, Int64(usual * exp(0.25 * normal)))
    }

    /// Notes the forecast of the lane's next job, unless it has one.
    private mutating func forecast(_ lane: Lane) {
      let waiting = waiting[lane.key, default: []]
      let ahead = waiting.firstIndex { id in
        if case .waiting(.until(let time)) = jobs[id]!.state { time <= now } else { true }
      }
      guard let ahead, forecasts[waiting[ahead]] == nil else { return }
      let next = jobs[waiting[ahead]]!
      let lately = activity[lane.key]!
      let forecast = QueueForecast(lane, lately, at: now)
      guard let start = forecast.start(of: next, ahead: ahead) else { return }
      forecasts[next.id] = (now, start)
    }
  }

  @Test(arguments: 0..<3)
  func `nine of ten starts are predicted to a fifth or a second`(seed: UInt64) {
    var simulation = Simulation(seed: seed)
    simulation.run()
    let (once, retried) = (simulation.once, simulation.retried)
    print(
      "seed \(seed): \(once.right) of \(once.all) without retries,",
      "\(retried.right) of \(retried.all) retries")
    #expect(once.all > 500 && once.share >= 0.9, "seed \(seed)")
    #expect(retried.all > 10, "seed \(seed)")
  }
}
