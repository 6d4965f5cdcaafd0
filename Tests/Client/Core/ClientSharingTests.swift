import ClientMemory
import ClientModel
import Testing

@testable import ClientCore

/// Several processes on one store, and a store that fails.
@Suite struct ClientSharingTests {
  private let clock = ManualClock()
  private let hall: SharedStorage.Hall

  init() {
    hall = SharedStorage.Hall(MemoryStorage(clock: clock, bodyFolder: "/nonexistent"))
  }

  private func process(
    _ number: Int32,
    _ script: @escaping @Sendable (OutgoingAttempt) -> FakeTransport.Reply = { _ in .response(200) }
  ) -> Bench { hall.process(number, clock, script) }

  @Test func `a queue runner runs what a visitor adds, and the visitor sees it end`() async throws {
    let runner = process(1)
    let visitor = process(2)
    try await runner.client.start(as: .runner)
    try await visitor.client.start(as: .visitor)
    let ids = try await visitor.client.submit([.fixture(), .fixture()])
    #expect(try await visitor.client.wait(for: ids).map(\.state) == [.succeeded, .succeeded])
    #expect(visitor.transport.begun.isEmpty)
    #expect(runner.transport.begun.count == 2)
  }

  @Test func `a visitor pauses, limits and cancels in the queue runner's process`() async throws {
    let runner = process(1) { _ in .hang }
    let visitor = process(2)
    try await runner.client.start(as: .runner)
    try await visitor.client.start(as: .visitor)
    let ids = try await visitor.client.submit(Array(repeating: .fixture(.fixture(.post)), count: 4))
    try await eventually { runner.transport.open.count == 2 }
    try await visitor.client.pause(.a)
    try await visitor.client.cancel([ids[0]])
    let cancelled = try await visitor.client.wait(for: [ids[0]])
    #expect(cancelled.map(\.state) == [.cancelled(sent: 1)])
    await runner.client.readChanges()
    #expect(runner.transport.begun.count == 2)
    try await visitor.client.setLimit(3, of: .a)
    try await visitor.client.resume(.a)
    try await eventually { runner.transport.open.count == 3 }
  }

  @Test func `a job that is sent again as soon as it ended runs again`() async throws {
    let bench = process(1) { _ in .response(404) }
    try await bench.client.start(as: .runner)
    hall.holdEnds()
    let id = try await bench.client.submit([.fixture()])[0]
    // On disk it has ended; the client that ran it has not heard of that.
    try await eventually { try await bench.job(id).state.word == .failed }
    #expect(try await bench.client.retry([id]).map(\.state) == [.waiting(.slot)])
    hall.releaseAll()
    try await eventually { bench.transport.begun.count == 2 }
    await bench.client.waitUntilIdle()
    #expect(try await bench.job(id).state.word == .failed)
  }

  @Test func `a job that is sent again before its cancelling was reported runs`() async throws {
    let bench = process(1)
    try await bench.client.start(as: .runner)
    try await bench.client.pause(.a)
    let ids = try await bench.client.submit([.fixture(), .fixture()])
    hall.holdsChanges = true
    let cancelling = Task { try await bench.client.cancel(ids) }
    // On disk they are cancelled; the client that did it has not heard of that.
    try await eventually { try await bench.job(ids[1]).state == .cancelled(sent: 0) }
    hall.holdsChanges = false
    #expect(try await bench.client.retry(ids).count == 2)
    hall.releaseAll()
    _ = try await cancelling.value
    _ = try await bench.client.resume(.a)
    await bench.client.waitUntilDrained()
    #expect(try await bench.job(ids[0]).state == .succeeded)
    #expect(bench.transport.begun.count == 2)
  }

  @Test func `an immediate job runs in the process that sent it`() async throws {
    let runner = process(1)
    let sender = process(2)
    try await runner.client.start(as: .runner)
    try await sender.client.start(as: .sender)
    let ids = try await sender.client.submit([.fixture(scheduling: .immediate)])
    #expect(try await sender.client.wait(for: ids).map(\.state) == [.succeeded])
    #expect(sender.transport.begun.count == 1)
    await runner.client.readChanges()
    await runner.client.waitUntilIdle()
    #expect(runner.transport.begun.isEmpty)
  }

  @Test func `a viewer that lost the race for the runner lock names who won it`() async throws {
    let runner = process(1)
    let viewer = process(3)
    try await runner.client.start(as: .runner)
    #expect(try await viewer.client.start(as: .runner) == .held(by: "process 1"))
    let update = await viewer.client.events()
    // The first ends and the second has its place before this one is woken: it waits on, unaware.
    hall.state.withLock { $0.runner = 2 }
    hall.ring(from: 2)
    for await case .runnerChanged(let claim) in update {
      #expect(claim == .held(by: "process 2"))
      break
    }
    #expect(await viewer.client.runner.claim == .held(by: "process 2"))
  }

  @Test func `a viewer takes over when the runner lock is free, and no job runs twice`()
    async throws
  {
    let runner = process(1)
    let viewer = process(2)
    try await runner.client.start(as: .runner)
    #expect(try await viewer.client.start(as: .runner) == .held(by: "process 1"))
    try await runner.client.setLimit(1, of: .a)
    let ids = try await viewer.client.submit(Array(repeating: .fixture(), count: 30))
    let update = await viewer.client.events()
    await runner.client.quit(.drain)
    // A follower that tried while the lock was held tries again one second later.
    try await viewer.advance { await viewer.client.runner.claim == .mine }
    for await case .runnerChanged(.mine) in update { break }
    try await viewer.client.resumeAfterRestart()
    #expect(try await viewer.client.wait(for: ids).allSatisfy { $0.state == .succeeded })
    let begun = (runner.transport.begun + viewer.transport.begun).map(\.id.job).sorted()
    #expect(begun == ids)
  }

  @Test func `results wait in memory while the store is full, and nothing starts`() async throws {
    let bench = process(1) { _ in .hang }
    let update = await bench.client.events()
    try await bench.client.start(as: .runner)
    let ids = try await bench.client.submit(Array(repeating: .fixture(), count: 4))
    try await eventually { bench.transport.open.count == 2 }
    hall.isFull = true
    for id in bench.transport.open { bench.transport.reply(id, .response(200)) }
    try await eventually { hall.state.withLock { $0.refused } > 0 }
    for await case .noticed(let failure) in update {
      #expect(failure.kind == .diskFull)
      break
    }
    for _ in 0..<5 {
      let refused = hall.state.withLock { $0.refused }
      try await bench.advance { hall.state.withLock { $0.refused } > refused }
    }
    #expect(bench.transport.begun.count == 2)
    #expect(try await bench.job(ids[0]).state.word == .running)
    hall.isFull = false
    try await bench.advance { bench.transport.begun.count == 4 }
    #expect(try await bench.job(ids[0]).state == .succeeded)
    for id in bench.transport.open { bench.transport.reply(id, .response(200)) }
    #expect(try await bench.client.wait(for: ids).allSatisfy { $0.state == .succeeded })
  }

  @Test func `what cannot be stored is not acknowledged`() async throws {
    let bench = process(1)
    try await bench.client.start(as: .runner)
    hall.isFull = true
    await #expect(throws: Failure.fixture(.diskFull)) {
      try await bench.client.submit([.fixture()])
    }
    #expect(try await bench.client.count(matching: JobQuery()) == 0)
  }

  @Test func `each of many waiters is resumed once, with the end it waited for`() async throws {
    let bench = process(1) { _ in .hang }
    try await bench.client.start(as: .runner)
    try await bench.client.setLimit(20, of: .a)
    let ids = try await bench.client.submit(Array(repeating: .fixture(), count: 20))
    try await eventually { bench.transport.open.count == 20 }
    let client = bench.client
    let waiting = (0..<50).map { index in
      Task { try await client.wait(for: [ids[index % 20], ids[(index + 7) % 20]]) }
    }
    try await eventually { await client.waiting.jobs.count == 50 }
    for id in bench.transport.open { bench.transport.reply(id, .response(204)) }
    for (index, task) in waiting.enumerated() {
      let jobs = try await task.value
      #expect(jobs.map(\.id) == [ids[index % 20], ids[(index + 7) % 20]])
      #expect(jobs.allSatisfy { $0.status == 204 })
    }
    #expect(await client.waiting.jobs.count == 0)
  }

  @Test func `a waiter whose task is cancelled returns with the job as it stands`() async throws {
    let bench = process(1) { _ in .hang }
    try await bench.client.start(as: .runner)
    let ids = try await bench.client.submit([.fixture()])
    try await eventually { !bench.transport.open.isEmpty }
    let client = bench.client
    let task = Task { try await client.wait(for: ids) }
    try await eventually { await client.waiting.jobs.count > 0 }
    task.cancel()
    #expect(try await task.value.map(\.state.word) == [.running])
  }
}
