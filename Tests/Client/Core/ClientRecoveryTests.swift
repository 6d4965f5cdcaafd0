import ClientCore
import ClientMemory
import ClientModel
import Synchronization
import Testing

/// What a killed process leaves, as the next one finds it.
@Suite struct ClientRecoveryTests {
  @Test func `a GET on the wire runs again once its lane resumes, a POST waits for a word`()
    async throws
  {
    let first = Bench { _ in .hang }
    try await first.client.start(as: .runner)
    let ids = try await first.client.submit([
      .fixture(), .fixture(.fixture(.post)), .fixture(.fixture(.post, key: "k")), .fixture(),
    ])
    try await first.client.setLimit(3, of: .a)
    try await eventually { first.transport.open.count == 3 }

    let second = Bench(storage: first.storage.crashed(), clock: first.clock)
    try await second.client.start(as: .runner)
    #expect(try await second.client.lanes().map(\.lane.pause) == [.byRestart])
    #expect(try await second.client.lanes().map(\.lane.pausedSince) == [second.clock.now])
    #expect(second.transport.begun.isEmpty)
    #expect(try await second.job(ids[1]).state.word == .interrupted)
    try await second.client.resumeAfterRestart()
    let ended = try await second.client.wait(for: ids)
    #expect(ended.map(\.state.word) == [.succeeded, .interrupted, .succeeded, .succeeded])
    #expect(!second.transport.begun.contains { $0.id.job == ids[1] })
    let keys = second.transport.begun.flatMap(\.request.headers).map(\.value)
    #expect(keys == ["k"])
    try await second.client.resolve([ids[1]])
    #expect(try await second.job(ids[1]).state == .succeeded)
  }

  @Test func `a job with a committed result is never sent again`() async throws {
    let first = Bench()
    try await first.client.start(as: .runner)
    let ids = try await first.client.submit([.fixture(.fixture(.post)), .fixture()])
    _ = try await first.client.wait(for: ids)
    var store = first.storage
    for _ in 0..<3 {
      store = store.crashed()
      let next = Bench(storage: store, clock: first.clock)
      try await next.client.start(as: .runner)
      try await next.client.resumeAll()
      await next.client.waitUntilDrained()
      #expect(next.transport.begun.isEmpty)
    }
  }

  @Test func `after POST and 303, a crash repeats the GET alone`() async throws {
    let first = Bench { attempt in
      attempt.id.number == 1 ? .response(303, [ResponseField("Location", "/done")]) : .hang
    }
    try await first.client.start(as: .runner)
    let id = try await first.client.submit([.fixture(.fixture(.post, body: .bytes([1])))])[0]
    try await eventually { first.transport.open.first?.number == 2 }

    let second = Bench(storage: first.storage.crashed(), clock: first.clock)
    try await second.client.start(as: .runner)
    try await second.client.resumeAll()
    #expect(try await second.client.wait(for: [id]).map(\.state) == [.succeeded])
    #expect(second.transport.begun.map(\.request.method) == [.get])
    #expect(second.transport.begun.map(\.request.url) == ["http://a.example/done"])
  }

  @Test func `a retry after POST and 303 is of the GET, also after a crash`() async throws {
    let script: @Sendable (OutgoingAttempt) -> FakeTransport.Reply = { attempt in
      switch attempt.id.number {
      case 1: .response(303, [ResponseField("Location", "/done")])
      case 2: .response(503)
      default: .response(200)
      }
    }
    let first = Bench(script)
    try await first.client.start(as: .runner)
    let id = try await first.client.submit([.fixture(.fixture(.post))])[0]
    try await eventually {
      if case .waiting(.until) = try await first.job(id).state { true } else { false }
    }
    let second = Bench(storage: first.storage.crashed(), clock: first.clock, script)
    try await second.client.start(as: .runner)
    try await second.client.resumeAll()
    try await second.advance { try await second.job(id).state == .succeeded }
    #expect(second.transport.begun.map(\.request.method) == [.get])
  }

  @Test func `a pause the user made stays when a queue runner comes and goes`() async throws {
    let first = Bench()
    try await first.client.start(as: .runner)
    try await first.client.pause(.a)
    _ = try await first.client.submit([.fixture(), .fixture(lane: .b, state: .held(.byUser))])
    await first.client.quit(.drain)
    let second = Bench(storage: first.storage.crashed(), clock: first.clock)
    try await second.client.start(as: .runner)
    try await second.client.resumeAfterRestart()
    await second.client.waitUntilDrained()
    #expect(second.transport.begun.isEmpty)
    #expect(try await second.client.lanes().map(\.lane.pause) == [.byUser, .none])
  }

  @Test func `stopping marks the lane, repeats what is harmless and asks about the rest`()
    async throws
  {
    let first = Bench { _ in .hang }
    try await first.client.start(as: .runner)
    let ids = try await first.client.submit([.fixture(), .fixture(.fixture(.post)), .fixture()])
    try await eventually { first.transport.open.count == 2 }
    await first.client.quit(.stop)
    let jobs = try await first.storage.jobs(matching: JobQuery(ids: ids, order: .oldestFirst))
    #expect(jobs.map(\.state.word) == [.waiting, .interrupted, .waiting])
    #expect(try await first.storage.lanes().map(\.lane.pause) == [.byRestart])
  }

  @Test func `a POST that a redirect answered goes on from its last hop`() async throws {
    let first = Bench { attempt in
      attempt.id.number == 1 ? .response(303, [ResponseField("Location", "/done")]) : .hang
    }
    try await first.client.start(as: .runner)
    let id = try await first.client.submit([.fixture(.fixture(.post))])[0]
    try await eventually { first.transport.open.map(\.number) == [2] }
    await first.client.quit(.stop)
    let job = try #require(await first.storage.jobs(matching: JobQuery(ids: [id])).first)
    #expect(job.state.word == .waiting)
    #expect(try await first.storage.requests(of: id)?.hop?.request.url == "http://a.example/done")
    #expect(job.method == .post && job.displayURL == "http://a.example/")
    #expect(try await first.storage.request(of: id)?.method == .post)
  }

  @Test func `draining waits for what runs and starts nothing`() async throws {
    let bench = Bench { _ in .hang }
    try await bench.client.start(as: .runner)
    let ids = try await bench.client.submit(Array(repeating: .fixture(), count: 3))
    try await eventually { bench.transport.open.count == 2 }
    let quitting = Task { await bench.client.quit(.drain) }
    try await eventually { await bench.client.isQuitting }
    for id in bench.transport.open { bench.transport.reply(id, .response(200)) }
    await quitting.value
    let jobs = try await bench.storage.jobs(matching: JobQuery(ids: ids, order: .oldestFirst))
    #expect(jobs.map(\.state.word) == [.succeeded, .succeeded, .waiting])
    #expect(bench.transport.begun.count == 2)
  }

  @Test(arguments: 0..<30)
  func `after a crash at any commit, every job ends and no POST is sent twice`(seed: Int)
    async throws
  {
    let clock = ManualClock()
    var store = MemoryStorage(clock: clock, bodyFolder: "/nonexistent")
    let ids = try await store.add(
      (0..<40).map { .fixture(.fixture($0 % 2 == 0 ? .get : .post)) })
    let ledger = Ledger()
    var random = SeededRandom(seed)
    for _ in 0..<4 {
      let stopAfter = Int.random(in: 1...20, using: &random)
      let boxed = Box(count: stopAfter)
      let process = Process()
      let bench = Bench(storage: store, clock: clock) { attempt in
        guard process.whileAlive({ ledger.note(attempt.id.job) }) else { return .hang }
        return boxed.take() ? .response(200) : .hang
      }
      try await bench.client.start(as: .runner)
      try await bench.client.setLimit(5, of: .a)
      try await bench.client.resumeAfterRestart()
      try await eventually {
        let isStuck = bench.transport.open.count == 5
        let isDone = try await bench.client.count(matching: JobQuery(states: [.waiting])) == 0
        return isStuck || isDone
      }
      // In this order: what was sent before was committed before that.
      process.die()
      store = store.crashed()
    }
    let last = Bench(storage: store, clock: clock) { attempt in
      ledger.note(attempt.id.job)
      return .response(200)
    }
    try await last.client.start(as: .runner)
    try await last.client.resumeAll()
    let ended = try await last.client.wait(for: ids)
    #expect(ended.count == 40, "seed \(seed)")
    for job in ended {
      let attempts = try await last.client.attempts(of: job.id)
      #expect(ledger.count(job.id) <= attempts.count, "seed \(seed), job \(job.id)")
      if job.method == .post { #expect(ledger.count(job.id) <= 1, "seed \(seed)") }
      if job.method == .get { #expect(job.state == .succeeded, "seed \(seed)") }
    }
  }
}

/// How often a server saw each job.
final class Ledger: Sendable {
  private let counts = Mutex<[JobID: Int]>([:])

  func note(_ job: JobID) { counts.withLock { $0[job, default: 0] += 1 } }
  func count(_ job: JobID) -> Int { counts.withLock { $0[job] ?? 0 } }
}

/// Whether a client that goes on in the test's memory still counts: its process may be dead.
final class Process: Sendable {
  private let isAlive = Mutex(true)

  func die() { isAlive.withLock { $0 = false } }

  /// Does it, unless the process is dead; no death comes between.
  func whileAlive(_ act: () -> Void) -> Bool {
    isAlive.withLock { isAlive in
      if isAlive { act() }
      return isAlive
    }
  }
}

/// A number of things that may still be taken.
final class Box: Sendable {
  private let left: Mutex<Int>

  init(count: Int) { left = Mutex(count) }

  func take() -> Bool {
    left.withLock { left in
      left -= 1
      return left >= 0
    }
  }
}
