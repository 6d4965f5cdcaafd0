import ClientModel
import Testing

@testable import ClientCore

/// Waits while the wall clock is set back.
struct ClockStepTests {
  private static let day = Duration.seconds(86_400)

  @Test func `a step is noticed, forward and back, and time that passes is not`() {
    let clock = ManualClock()
    var steps = ClockSteps()
    #expect(steps.step(of: clock) == nil)
    clock.advance(by: .seconds(5))
    #expect(steps.step(of: clock) == nil)
    clock.setBack(by: .seconds(30))
    #expect(steps.step(of: clock) == .seconds(-30))
    #expect(steps.step(of: clock) == nil)
    clock.setBack(by: .seconds(-60))
    #expect(steps.step(of: clock) == .seconds(60))
    clock.setBack(by: .milliseconds(-400))
    #expect(steps.step(of: clock) == nil)
    for _ in 0..<3 { clock.setBack(by: .milliseconds(400)) }
    #expect(steps.step(of: clock) == .milliseconds(-1200), "Small steps add up.")
  }

  @Test func `what servers set moves with the clock, what the user set does not`() {
    let now = Timestamp(milliseconds: 1_000_000)
    var queue = JobQueue()
    queue.set(Lane(key: .a, limit: 10, heldUntil: now.advanced(by: .seconds(1))))
    let due = now.advanced(by: .seconds(2))
    queue.put(QueuedJob(id: JobID(1), lane: .a, wait: .until(due)))
    queue.put(QueuedJob(id: JobID(2), lane: .a, wait: .heldUntil(due)))
    queue.put(QueuedJob(id: JobID(3), lane: .a))
    var moved = MovedWaits()
    queue.moveWaits(by: .seconds(-500), noting: &moved)
    let later = now.advanced(by: .seconds(-499))
    #expect(
      moved.jobs == [
        JobID(1): MovedWaits.Move(from: due, to: due.advanced(by: .seconds(-500)))
      ])
    #expect(
      moved.lanes == [.a: MovedWaits.Move(from: now.advanced(by: .seconds(1)), to: later)])
    #expect(queue.fill(at: later.advanced(by: .milliseconds(-1))) == [])
    #expect(queue.fill(at: later) == [.start(JobID(3))])
    #expect(queue.fill(at: later.advanced(by: .seconds(1))) == [.start(JobID(1))])
    #expect(queue.nextWake == due)
  }

  @Test func `jobs that were read are sorted, and waits from before a step back are cut short`() {
    let (now, later) = (Timestamp(milliseconds: 0), Timestamp(milliseconds: 100_000))
    func job(_ id: Int64, _ state: JobState) -> Job {
      Job(.fixture(state: state), id: JobID(id), at: later)
    }
    let due = later.advanced(by: .seconds(3))
    var stopped = job(2, .waiting(.slot))
    stopped.cancelRequested = true
    var queue = JobQueue()
    queue.set(Lane(key: .a, heldUntil: due))
    var moved = MovedWaits()
    let found = queue.sort(
      [job(1, .waiting(.until(due))), stopped, job(3, .held(.byUser)), job(4, .waiting(.slot))],
      immediate: [JobID(4)], at: now, noting: &moved)
    let new = now.advanced(by: .seconds(3))
    #expect(found.entries.map(\.id) == [JobID(1), JobID(4)] && found.cancelled == [JobID(2)])
    #expect(found.entries.map(\.wait) == [.until(new), .slot])
    #expect(found.entries.map(\.scheduling) == [.queued, .immediate])
    #expect(moved.jobs == [JobID(1): MovedWaits.Move(from: due, to: new)])
    #expect(moved.lanes == [.a: MovedWaits.Move(from: due, to: new)])
    #expect(queue.lane(.a)?.heldUntil == new)
  }

  @Test func `a wait that moves again before its commit moves from where the store has it`() {
    let times = (0..<4).map { Timestamp(milliseconds: Int64($0)) }
    var waits = MovedWaits()
    waits.move(JobID(1), from: times[3], to: times[2])
    waits.move(.a, from: times[3], to: times[2])
    let committed = waits
    waits.move(JobID(1), from: times[2], to: times[1])
    #expect(waits.jobs == [JobID(1): MovedWaits.Move(from: times[3], to: times[1])])
    waits.remove(committed)
    #expect(waits.jobs == [JobID(1): MovedWaits.Move(from: times[2], to: times[1])])
    #expect(waits.lanes.isEmpty)
    waits.remove(waits)
    #expect(waits.isEmpty)
  }

  @Test func `a hold of a lane beyond the cap ends with it`() {
    let cap = Timestamp(milliseconds: 1_000_000)
    var queue = JobQueue()
    queue.set(Lane(key: .a, heldUntil: cap.advanced(by: .seconds(5))))
    queue.set(Lane(key: .b, heldUntil: cap))
    var moved = MovedWaits()
    queue.endHolds(at: cap, noting: &moved)
    #expect(queue.lane(.a)?.heldUntil == cap)
    #expect(moved.lanes == [.a: MovedWaits.Move(from: cap.advanced(by: .seconds(5)), to: cap)])
  }

  @Test func `a Retry-After of a second lasts a second when the clock goes back a day`()
    async throws
  {
    let bench = Bench { attempt in
      attempt.id.number == 1 ? .response(503, [ResponseField("Retry-After", "1")]) : .response(200)
    }
    try await bench.client.start(as: .runner)
    let id = try await bench.client.submit([.fixture()])[0]
    try await eventually { try await bench.job(id).state.word == .waiting }
    try await eventually { !bench.clock.alarms.isEmpty }
    bench.clock.setBack(by: Self.day)
    // The next alarm and a second of the lane behind it.
    bench.clock.advance(by: .seconds(1))
    for _ in 0..<3 {
      try await eventually { try await bench.job(id).state.word != .running }
      bench.clock.advance(by: .milliseconds(500))
    }
    try await eventually { try await bench.job(id).state == .succeeded }
  }

  @Test(arguments: [false, true])
  func `a poll comes when it is due although the clock is set a day forward and back`(
    _ isSeenForward: Bool
  ) async throws {
    let bench = Bench { attempt in
      attempt.id.number == 1 ? .response(503, [ResponseField("Retry-After", "10")]) : .response(200)
    }
    try await bench.client.start(as: .runner)
    let id = try await bench.client.submit([.fixture()])[0]
    try await eventually { try await bench.job(id).state.word == .waiting }
    try await eventually { !bench.clock.alarms.isEmpty }
    let start = bench.clock.uptime
    bench.clock.setBack(by: .zero - Self.day)
    // Another job makes the client look at the clock.
    if isSeenForward { _ = try await bench.client.submit([.fixture()]) }
    for _ in 0..<4 { bench.clock.advance(by: .seconds(1)) }
    #expect(bench.transport.begun.filter { $0.id.job == id }.count == 1, "It does not come early.")
    bench.clock.setBack(by: Self.day)
    try await bench.advance { try await bench.job(id).state == .succeeded }
    #expect(bench.clock.uptime - start <= .seconds(12), "\(bench.clock.uptime - start)")
  }

  @Test func `after a restart a wait lasts no longer than it was set to`() async throws {
    let clock = ManualClock()
    let first = Bench(clock: clock) { _ in .response(503, [ResponseField("Retry-After", "20")]) }
    try await first.client.start(as: .runner)
    let id = try await first.client.submit([.fixture()])[0]
    try await eventually { try await first.job(id).state.word == .waiting }
    await first.client.quit(.stop)
    clock.setBack(by: Self.day)
    let second = Bench(storage: first.storage.crashed(), clock: clock)
    try await second.client.start(as: .runner)
    _ = try await second.client.resumeAll()
    try await second.advance { try await second.job(id).state == .succeeded }
    #expect(clock.uptime <= .seconds(21), "\(clock.uptime)")
  }
}
