import ClientModel
import Synchronization
import TestSupport

@testable import ClientCore

/// A simulation of queue runners that share a store. Its time passes only by its own steps, and the
/// seed determines each step.
///
/// The store is a model of the tables; a message is one transaction. The decisions are those of the
/// product: `JobQueue`, `RunnerLease` and `Recovery`.
struct RunnerSchedule {
  /// An error that the simulation must find.
  enum PlantedError: CaseIterable {
    /// An end frees the slot of its job, whichever attempt has it.
    case doubleRelease
    /// The end of an attempt that was taken away is accepted.
    case rescueWithoutFence
    /// The lease is measured by the wall clock of the runner.
    case runnerClock
    /// The lease is counted from the response of the store.
    case leaseFromResponse
    /// A lease that was extended after its end counts as if it had no gap.
    case gapInLease
    /// A request that must not be repeated waits again after its process died.
    case repeatedPost
  }

  struct Counts {
    var (rescued, lateEnds, unsent, refused) = (0, 0, 0, 0)

    static func += (all: inout Counts, more: Counts) {
      all.rescued += more.rescued
      all.lateEnds += more.lateEnds
      all.unsent += more.unsent
      all.refused += more.refused
    }
  }

  /// A message that is under way to the store, or its response.
  private enum Message {
    case renew(since: Duration)
    case renewed(since: Duration)
    case take(LaneTake, RunnerLease.Term)
    case took([Job], LaneTake, RunnerLease.Term)
    case end(AttemptID, JobState)
    case ended(AttemptID, isLost: Bool)
  }

  private struct Runner {
    var name: Int
    var queue: JobQueue
    var lease: RunnerLease
    /// The difference of its wall clock from the clock of the store.
    var wall = Duration.zero
    var stoppedUntil = Duration.zero
    var runs: [AttemptID: SimulatedRun] = [:]
    var messages: [(due: Duration, message: Message)] = []
    var isRenewing = false
    var seen = 0
  }

  private static let lease = Duration.milliseconds(900)
  private static let lanes = [LaneKey.a, .b]
  private static let limits = [1, 2]
  private static let start = Timestamp(milliseconds: 1_750_000_000_000)

  private let error: PlantedError?
  private var random: SeededGenerator
  private let time: SimulatedTime
  private var runners: [Runner] = []
  private var names = 0

  // MARK: The store

  private var jobs: [JobID: Job] = [:]
  private var slots: [[AttemptID?]] = limits.map { Array(repeating: nil, count: $0) }
  private var leases: [Int: Duration] = [:]
  private var owners: [AttemptID: Int] = [:]
  private var taken: Set<AttemptID> = []
  private var changes: [JobID] = []

  // MARK: What happened

  /// The number of requests that were sent for each job.
  private var sent: [JobID: Int] = [:]
  private(set) var problems: [String] = []
  private(set) var counts = Counts()

  init(seed: UInt64, with error: PlantedError? = nil) {
    self.error = error
    random = SeededGenerator(seed: seed)
    time = SimulatedTime()
    for id in 1...Int64.random(in: 4...10, using: &random) {
      let request = PreparedRequest.fixture(Bool.random(using: &random) ? .post : .get)
      let lane = Self.lanes[Int.random(in: 0...1, using: &random)]
      jobs[JobID(id)] = Job(.fixture(request, lane: lane), id: JobID(id), at: Self.start)
    }
    for _ in 0..<4 { runners.append(newRunner()) }
  }

  private mutating func newRunner() -> Runner {
    names += 1
    var queue = JobQueue()
    for (lane, limit) in zip(Self.lanes, Self.limits) { queue.set(Lane(key: lane, limit: limit)) }
    queue.share(random: random)
    for job in jobs.values.sorted(by: { $0.id < $1.id }) {
      RunnerSchedule.show(job, to: &queue, runBy: .other)
    }
    var runner = Runner(name: names, queue: queue, lease: RunnerLease { .zero })
    (runner.lease, runner.seen) = (lease(of: runner), changes.count)
    return runner
  }

  private func lease(of runner: Runner) -> RunnerLease {
    RunnerLease { [time, name = runner.name, isWall = error == .runnerClock] in
      isWall ? time.now + time.wall(of: name) : time.now
    }
  }

  private static func show(_ job: Job, to queue: inout JobQueue, runBy process: Event.Process) {
    queue.note(job, runBy: process)
    if let entry = QueuedJob(job, scheduling: .queued) {
      queue.put(entry)
    } else {
      queue.remove(job.id)
    }
  }

  // MARK: Steps

  mutating func run() {
    for _ in 0..<Int.random(in: 20...120, using: &random) where problems.isEmpty {
      disturb(Int.random(in: 0..<runners.count, using: &random))
      step()
    }
    // Afterwards nothing is disturbed, and all jobs must end.
    for place in runners.indices { runners[place].stoppedUntil = .zero }
    for _ in 0..<400 where problems.isEmpty && !areAllEnded { step() }
    if problems.isEmpty, !areAllEnded { problems.append("not all jobs ended") }
  }

  private var areAllEnded: Bool {
    jobs.values.allSatisfy { $0.state.word.isFinished || $0.state.word == .interrupted }
  }

  private mutating func step() {
    time.pass(.milliseconds(Int64.random(in: 1...60, using: &random)))
    for place in runners.indices { act(place) }
    var running = [0, 0]
    for job in jobs.values where job.state.word == .running {
      running[job.lane == Self.lanes[0] ? 0 : 1] += 1
    }
    for (lane, count) in running.enumerated() where count > Self.limits[lane] {
      problems.append("\(count) jobs run in lane \(lane)")
    }
  }

  private mutating func disturb(_ place: Int) {
    switch Int.random(in: 0..<20, using: &random) {
    case 0, 1:
      // Stopped, often until after its lease.
      let span = Duration.milliseconds(Int64.random(in: 10...2_500, using: &random))
      runners[place].stoppedUntil = time.now + span
    case 2:
      time.jump(runners[place].name, by: .seconds(Int64.random(in: -60...60, using: &random)))
      runners[place].queue.reopenAll()
    case 3: runners[place] = newRunner()
    case 4, 5:
      guard !runners[place].messages.isEmpty else { return }
      // A response is late. Its transaction took effect, or is late as well.
      let late = Int.random(in: 0..<runners[place].messages.count, using: &random)
      runners[place].messages[late].due +=
        .milliseconds(Int64.random(in: 100...2_000, using: &random))
    case 6:
      runners[place].messages.removeAll { if case .renew = $0.message { true } else { false } }
      runners[place].isRenewing = false
    default: break
    }
  }

  private mutating func act(_ place: Int) {
    guard runners[place].stoppedUntil <= time.now else { return }
    receive(place)
    follow(place)
    if Int.random(in: 0..<4, using: &random) == 0 { rescue(by: place) }
    sendRequests(place)
    request(place)
  }

  private mutating func send(_ message: Message, _ place: Int) {
    let delay = Duration.milliseconds(Int64.random(in: 0...20, using: &random))
    runners[place].messages.append((time.now + delay, message))
  }

  /// Carries out the messages that have arrived.
  private mutating func receive(_ place: Int) {
    let due = runners[place].messages.filter { $0.due <= time.now }
    if due.isEmpty { return }
    runners[place].messages.removeAll { $0.due <= time.now }
    for (_, message) in due { receive(message, place) }
  }

  private mutating func receive(_ message: Message, _ place: Int) {
    let name = runners[place].name
    switch message {
    case .renew(let since):
      leases[name] = time.now + Self.lease
      send(.renewed(since: since), place)
    case .renewed(let since):
      let begin = error == .leaseFromResponse ? runners[place].lease.now : since
      runners[place].lease.extend(by: Self.lease, since: begin)
      runners[place].isRenewing = false
    case .take(let take, let term): send(.took(start(take, by: name), take, term), place)
    case .took(let jobs, let take, let term):
      if jobs.count < take.count { counts.refused += 1 }
      runners[place].queue.took(jobs, for: [take], at: wall(place))
      for job in jobs {
        let attempt = AttemptID(job: job.id, number: job.attempts)
        runners[place].runs[attempt] = SimulatedRun(term: term)
      }
    case .end(let attempt, let next):
      if let isLost = end(attempt, as: next, by: name) {
        send(.ended(attempt, isLost: isLost), place)
      } else {
        // The lease has expired. The commit is tried again.
        send(.end(attempt, next), place)
      }
    case .ended(let attempt, _):
      runners[place].runs[attempt] = nil
      runners[place].queue.ended(attempt.job)
      if let job = jobs[attempt.job] {
        Self.show(job, to: &runners[place].queue, runBy: .other)
      }
    }
  }

  private func wall(_ place: Int) -> Timestamp {
    Self.start.advanced(by: time.now + time.wall(of: runners[place].name))
  }

  /// Applies the changes by others.
  private mutating func follow(_ place: Int) {
    guard runners[place].seen < changes.count else { return }
    for id in Set(changes[runners[place].seen...]).sorted() {
      guard let job = jobs[id] else { continue }
      let runsHere = runners[place].runs.keys.contains { $0.job == id }
      Self.show(job, to: &runners[place].queue, runBy: runsHere ? .this : .other)
    }
    runners[place].seen = changes.count
  }

  /// Sends the requests of started attempts, and ends some of those that were sent.
  private mutating func sendRequests(_ place: Int) {
    for (attempt, run) in runners[place].runs.sorted(by: { $0.key.job < $1.key.job }) {
      guard Int.random(in: 0..<3, using: &random) > 0 else { continue }
      if run.isEnding { continue }
      if run.isSent {
        runners[place].runs[attempt]?.isEnding = true
        send(.end(attempt, .succeeded), place)
      } else if error == .gapInLease ? runners[place].lease.term.isOver : run.term.isOver {
        // It is not sent, and waits again unless it was taken away.
        counts.unsent += 1
        runners[place].runs[attempt]?.isEnding = true
        send(.end(attempt, .waiting(.slot)), place)
      } else {
        runners[place].runs[attempt]?.isSent = true
        noteFirstByte(of: attempt)
      }
    }
  }

  private mutating func noteFirstByte(of attempt: AttemptID) {
    guard let job = jobs[attempt.job] else { return }
    sent[job.id, default: 0] += 1
    if !job.isRepeatable, sent[job.id, default: 0] > 1 {
      problems.append("POST \(job.id) was sent \(sent[job.id, default: 0]) times")
    }
    if !slots.contains(where: { $0.contains(attempt) }) {
      problems.append("\(attempt) was sent without a slot")
    }
  }

  private mutating func request(_ place: Int) {
    if !runners[place].isRenewing, Int.random(in: 0..<4, using: &random) == 0 {
      runners[place].isRenewing = true
      send(.renew(since: runners[place].lease.now), place)
    }
    let now = wall(place)
    for action in runners[place].queue.fill(at: now) {
      if case .take(let lane, let count) = action {
        send(
          .take(LaneTake(lane, count: count, at: now), runners[place].lease.term), place)
      }
    }
  }

  // MARK: Transactions

  private func isAlive(_ name: Int) -> Bool { leases[name].map { $0 > time.now } ?? false }

  private mutating func start(_ take: LaneTake, by name: Int) -> [Job] {
    guard isAlive(name), let lane = Self.lanes.firstIndex(of: take.lane) else { return [] }
    var started: [Job] = []
    for slot in slots[lane].indices where slots[lane][slot] == nil && started.count < take.count {
      let next = jobs.values.filter { $0.lane == take.lane && $0.state == .waiting(.slot) }
        .min { $0.id < $1.id }
      guard var job = next else { break }
      let attempt = AttemptID(job: job.id, number: job.attempts + 1)
      job.start(
        Attempt(
          id: attempt, hop: 0, method: job.method, displayURL: job.displayURL, origin: job.origin,
          started: take.at))
      (slots[lane][slot], owners[attempt], jobs[job.id]) = (attempt, name, job)
      changes.append(job.id)
      started.append(job)
    }
    return started
  }

  /// Commits the end of an attempt.
  ///
  /// - Returns: Whether the attempt was taken away, or nil if the lease of the process has expired.
  private mutating func end(_ attempt: AttemptID, as next: JobState, by name: Int) -> Bool? {
    if !isAlive(name) { return nil }
    let isLost = taken.contains(attempt) || owners[attempt] != name
    if isLost { counts.lateEnds += 1 }
    if isLost, error != .rescueWithoutFence {
      if error == .doubleRelease { release(attempt.job) }
      return true
    }
    guard var job = jobs[attempt.job] else { return true }
    if isLost, job.state != .running(attempt: attempt.number) {
      problems.append("the late end of \(attempt) replaced \(job.state.word)")
    }
    job.state = next
    store(job, ending: attempt)
    return isLost
  }

  private mutating func store(_ job: Job, ending attempt: AttemptID) {
    jobs[job.id] = job
    changes.append(job.id)
    for lane in slots.indices {
      for slot in slots[lane].indices where slots[lane][slot] == attempt { slots[lane][slot] = nil }
    }
  }

  private mutating func release(_ job: JobID) {
    for lane in slots.indices {
      for slot in slots[lane].indices where slots[lane][slot]?.job == job {
        slots[lane][slot] = nil
      }
    }
  }

  /// Takes the jobs of dead processes away.
  private mutating func rescue(by place: Int) {
    guard isAlive(runners[place].name) else { return }
    let running = jobs.values.filter { $0.state.word == .running }
    for var job in running.sorted(by: { $0.id < $1.id }) {
      guard case .running(let number) = job.state else { continue }
      let attempt = AttemptID(job: job.id, number: number)
      guard let owner = owners[attempt], !isAlive(owner) else { continue }
      var change = Recovery.change(OrphanedJob(job: job), at: wall(place))
      if error == .repeatedPost { change = JobChange(state: .waiting(.slot), at: wall(place)) }
      guard let change else { continue }
      counts.rescued += 1
      taken.insert(attempt)
      job.apply(change)
      store(job, ending: attempt)
    }
  }
}

/// A started attempt.
private struct SimulatedRun {
  let term: RunnerLease.Term
  var isSent = false
  var isEnding = false
}

/// The clock of a simulated store, and the wall clocks of the processes relative to it.
private final class SimulatedTime: Sendable {
  private let state = Mutex((now: Duration.zero, walls: [Int: Duration]()))

  var now: Duration { state.withLock { $0.now } }
  func wall(of name: Int) -> Duration { state.withLock { $0.walls[name] ?? .zero } }
  func pass(_ time: Duration) { state.withLock { $0.now += time } }
  func jump(_ name: Int, by step: Duration) {
    state.withLock { $0.walls[name, default: .zero] += step }
  }
}
