import ClientMemory
import ClientModel
import Testing

@testable import ClientCore

/// The loop that commits, on a store in memory and without a client.
@Suite struct CommitLoopTests {
  private let clock = ManualClock()
  private let hall: SharedStorage.Hall
  private let storage: SharedStorage
  private let loop: CommitLoop

  init() {
    hall = SharedStorage.Hall(MemoryStorage(clock: clock, bodyFolder: "/nonexistent"))
    storage = SharedStorage(hall, process: 1)
    loop = CommitLoop(store: Store(storage), clock: clock, jars: CookieJars())
  }

  private func add(_ count: Int) async throws -> [JobID] {
    try await storage.add((0..<count).map { _ in .fixture() })
  }

  /// Commits everything; says in words what landed, in order.
  private func run() async throws(Failure) -> [String] {
    var landed: [String] = []
    try await loop.run(
      running: { 0 },
      apply: { result in
        switch result {
        case .batch(let batch, let receipt):
          landed.append("\(batch.starts.count) starts, \(receipt.started.count) started")
        case .moved(let jobs): landed.append("\(jobs.count) moved")
        case .lane(let lane): landed.append("lane \(lane.key.name)")
        case .revision: landed.append("revision")
        }
      })
    return landed
  }

  @Test func `a start is on disk before it is applied`() async throws {
    let ids = try await add(1)
    loop.outbox.starts = ids
    #expect(try await run() == ["revision", "1 starts, 1 started"])
    #expect(try await storage.jobs(matching: JobQuery(ids: ids))[0].state.word == .running)
    #expect(loop.isResting)
  }

  @Test func `a batch is applied while the next one is on its way`() async throws {
    loop.outbox.starts = try await add(Outbox.leastStarts + 1)
    #expect(
      try await run() == [
        "revision", "16 starts, 16 started", "revision", "1 starts, 1 started",
      ])
  }

  @Test func `moves come after the batch that they may depend on`() async throws {
    let ids = try await add(2)
    loop.outbox.starts = [ids[0]]
    loop.outbox.moves[ids[1]] = JobChange(
      state: .waiting(.until(clock.now.advanced(by: .seconds(1)))), at: clock.now)
    loop.outbox.laneHolds[.a] = clock.now.advanced(by: .seconds(9))
    #expect(
      try await run() == ["1 moved", "lane a", "revision", "1 starts, 1 started"])
    #expect(loop.outbox.isEmpty)
  }

  @Test func `what a full disk refuses is retained, in order, for the next run`() async throws {
    let ids = try await add(1)
    loop.outbox.starts = ids
    hall.isFull = true
    let failure = await #expect(throws: Failure.self) { _ = try await run() }
    #expect(failure?.kind == .diskFull)
    #expect(loop.outbox.starts == ids)
    hall.isFull = false
    #expect(try await run() == ["revision", "1 starts, 1 started"])
  }

  @Test func `a wait that the user changed meanwhile is not moved by the clock`() async throws {
    let ids = try await add(2)
    let (due, other) = (clock.now.advanced(by: .seconds(5)), clock.now.advanced(by: .seconds(7)))
    let now = clock.now
    for (id, time) in zip(ids, [due, other]) {
      _ = try await storage.change([id]) { _ in JobChange(state: .waiting(.until(time)), at: now) }
    }
    for id in ids { loop.outbox.waits.move(id, from: due, to: now) }
    #expect(try await run() == ["1 moved"])
    let states = try await storage.jobs(matching: JobQuery(ids: ids, order: .oldestFirst))
      .map(\.state)
    #expect(states == [.waiting(.until(now)), .waiting(.until(other))])
    #expect(loop.outbox.isEmpty)
  }
}
