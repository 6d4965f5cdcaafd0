import ClientModel
import Synchronization
import Testing

@testable import ClientCore
@testable import ClientMemory

/// Waiting for a queue that another process drains.
@Suite struct ClientLookingOnTests {
  private let clock = ManualClock()
  private let hall: SharedStorage.Hall

  init() {
    hall = SharedStorage.Hall(MemoryStorage(clock: clock, bodyFolder: "/nonexistent"))
  }

  private func process(
    _ number: Int32,
    _ script: @escaping @Sendable (OutgoingAttempt) -> FakeTransport.Reply = { _ in .response(200) }
  ) -> Bench { hall.process(number, clock, script) }

  /// Somebody who waits until the queue is drained, and whether he waits still.
  private final class Waiting: Sendable {
    private let isOver = Atomic(false)
    var isDone: Bool { isOver.load(ordering: .acquiring) }

    init(_ client: Client) {
      Task {
        await client.waitUntilDrained()
        isOver.store(true, ordering: .releasing)
      }
    }
  }

  /// The onlooker waits, and its first look at the store is over.
  private func wait(_ client: Client) async throws -> Waiting {
    let waiting = Waiting(client)
    // Whose first look met a commit looks again this much later; all other alarms are further off.
    let pause = RunnerIdleWatch.pause
    try await eventually {
      if let next = clock.alarms.first, next.since(clock.now) <= pause { clock.advance(by: pause) }
      let waits = await client.waiting.idle.waitForDrained
      let idleWatch = await client.waiting.idleWatch.state
      return waits && idleWatch == .resting || waiting.isDone
    }
    return waiting
  }

  @Test func `who waits for a drained queue waits for another process's last job`() async throws {
    let runner = process(1) { _ in .hang }
    let viewer = process(2)
    try await runner.client.start(as: .runner)
    #expect(try await viewer.client.start(as: .runner) == .held(by: "process 1"))
    let ids = try await viewer.client.submit([.fixture(), .fixture(), .fixture()])
    try await eventually { runner.transport.open.count == 2 }
    let waiting = try await wait(viewer.client)
    for _ in ids {
      #expect(!waiting.isDone)
      try await eventually { !runner.transport.open.isEmpty }
      runner.transport.reply(runner.transport.open[0], .response(200))
    }
    try await viewer.advance { waiting.isDone }
    #expect(
      try await viewer.client.jobs(matching: JobQuery(ids: ids)).allSatisfy {
        $0.state == .succeeded
      })
    #expect(viewer.transport.begun.isEmpty)
  }

  @Test func `a held job or one in a paused lane delays nobody`() async throws {
    let runner = process(1)
    let viewer = process(2)
    try await runner.client.start(as: .runner)
    try await runner.client.pause(.a)
    try await viewer.client.start(as: .runner)
    let held = try await viewer.client.submit([
      .fixture(lane: .b, state: .held(.byUser)), .fixture(lane: .a),
    ])
    _ = try await viewer.client.submit([
      .fixture(lane: .b, state: .waiting(.job(held[0])))
    ])
    await viewer.client.waitUntilDrained()
    #expect(runner.transport.begun.isEmpty)
    // As soon as there is work again, there is something to wait for.
    let hanging = try await viewer.client.submit([.fixture(lane: .b, state: .held(.byUser))])
    await viewer.client.waitUntilDrained()
    #expect(try await viewer.job(hanging[0]).state == .held(.byUser))
  }

  @Test func `who waits takes over what a dead queue runner left, and does it first`() async throws
  {
    let runner = process(1) { _ in .hang }
    let viewer = process(2)
    try await runner.client.start(as: .runner)
    #expect(
      try await viewer.client.start(as: .runner, afterRestart: .resumeLanes)
        == .held(by: "process 1"))
    let ids = try await viewer.client.submit(Array(repeating: .fixture(), count: 9))
    try await eventually { runner.transport.open.count == 2 }
    let waiting = try await wait(viewer.client)
    #expect(!waiting.isDone)
    // It dies: the kernel gives its lock away, and nothing was put in order.
    hall.store.tables.withLock { $0.owned = [] }
    hall.freeRunnerLock(of: 1)
    try await viewer.advance { waiting.isDone }
    #expect(
      try await viewer.client.jobs(matching: JobQuery(ids: ids)).allSatisfy {
        $0.state == .succeeded
      })
    #expect(viewer.transport.begun.count == 9)
  }

  @Test func `who waits takes over what a queue runner that ended had paused`() async throws {
    let runner = process(1) { _ in .hang }
    let viewer = process(2)
    try await runner.client.start(as: .runner)
    try await viewer.client.start(as: .runner, afterRestart: .resumeLanes)
    let ids = try await viewer.client.submit(Array(repeating: .fixture(), count: 4))
    try await eventually { runner.transport.open.count == 2 }
    let waiting = try await wait(viewer.client)
    await runner.client.quit(.stop)
    try await viewer.advance { waiting.isDone }
    let jobs = try await viewer.client.jobs(matching: JobQuery(ids: ids))
    #expect(jobs.allSatisfy { $0.state == .succeeded })
  }

  @Test func `a pause of the user's outlives every queue runner`() async throws {
    let runner = process(1)
    let viewer = process(2)
    try await runner.client.start(as: .runner)
    try await runner.client.pause(.a)
    try await viewer.client.start(as: .runner, afterRestart: .resumeLanes)
    let ids = try await viewer.client.submit([.fixture()])
    hall.freeRunnerLock(of: 1)
    try await viewer.advance { await viewer.client.runner.claim == .mine }
    await viewer.client.waitUntilDrained()
    #expect(try await viewer.job(ids[0]).state == .waiting(.slot))
  }

  @Test func `what waits for another job is waited for as well`() async throws {
    let runner = process(1)
    let viewer = process(2)
    try await runner.client.start(as: .runner)
    try await viewer.client.start(as: .runner)
    let parent = try await viewer.client.submit([.fixture()])
    let child = try await viewer.client.submit([.fixture(state: .waiting(.job(parent[0])))])
    let waiting = Waiting(viewer.client)
    try await viewer.advance { waiting.isDone }
    #expect(try await viewer.job(child[0]).state == .succeeded)
  }

  @Test func `a graph whose material cannot be read delays nobody, nor other graphs`()
    async throws
  {
    let writer = process(3)
    let lost = try await writer.client.submit(.fixture([.request("lost")]))
    let sound = try await writer.client.submit(.fixture([.request("sound")]))
    hall.hideMaterial(of: lost)
    let runner = process(1)
    let viewer = process(2)
    try await runner.client.start(as: .runner)
    #expect(try await viewer.client.start(as: .runner) == .held(by: "process 1"))
    let waiting = Waiting(viewer.client)
    try await viewer.advance { waiting.isDone }
    #expect(runner.transport.begun.map(\.name) == ["sound"])
    #expect(try await viewer.client.wait(for: sound)?.isEnded == true)
    let open = try await viewer.client.graphs(matching: GraphQuery(ids: [lost]))
    #expect(open.map(\.isEnded) == [false])
  }

  @Test func `a graph whose jobs cannot be read for a moment is advanced after it`() async throws {
    let writer = process(3)
    _ = try await writer.client.submit(.fixture([.request("a"), .request("b", needs: ["a"])]))
    hall.loseReads(1)
    let runner = process(1)
    try await runner.client.start(as: .runner)
    let waiting = Waiting(runner.client)
    try await runner.advance { waiting.isDone }
    #expect(runner.transport.begun.map(\.name) == ["a", "b"])
  }

  @Test func `a released graph starts each step once, though its jobs cannot be read at first`()
    async throws
  {
    let writer = process(3)
    let id = try await writer.client.submit(.fixture([.request("a"), .request("b", needs: ["a"])]))
    _ = try await writer.client.hold(id)
    let runner = process(1)
    try await runner.client.start(as: .runner)
    await runner.client.waitUntilIdle()
    hall.loseReads(1)
    _ = try await writer.client.release(id)
    // Before the runner has received the release, it has no work and would be drained at once.
    try await runner.advance { hall.hasLostReads }
    let waiting = Waiting(runner.client)
    try await runner.advance { waiting.isDone }
    #expect(runner.transport.begun.map(\.name) == ["a", "b"])
    #expect(try await runner.client.wait(for: id)?.summary.text == "2 of 2")
  }

  @Test func `another shell's send that is tried again delays nobody`() async throws {
    let runner = process(1)
    let sender = process(2) { $0.id.number == 1 ? .response(503) : .hang }
    let viewer = process(3)
    try await runner.client.start(as: .runner)
    try await sender.client.start(as: .sender)
    try await viewer.client.start(as: .runner)
    hall.holdOwners()
    let id = try await sender.client.submit([.fixture(scheduling: .immediate)])[0]
    // It waits for its second attempt: that is its sender's.
    try await eventually { await runner.client.others.haveJobs }
    let first = Waiting(viewer.client)
    try await eventually { first.isDone }
    // The second attempt is on the wire.
    try await sender.advance { try await sender.job(id).state == .running(attempt: 2) }
    let second = Waiting(viewer.client)
    try await eventually { second.isDone }
    #expect(try await sender.job(id).state == .running(attempt: 2))
    hall.releaseAll()
  }

  @Test func `a send that is the queue runner's to try again is waited for`() async throws {
    let runner = process(2) { $0.id.number == 1 ? .response(503) : .hang }
    let viewer = process(3)
    try await runner.client.start(as: .runner)
    try await viewer.client.start(as: .runner)
    hall.holdOwners()
    let id = try await runner.client.submit([.fixture(scheduling: .immediate)])[0]
    try await runner.advance { try await runner.job(id).state == .running(attempt: 2) }
    let waiting = try await wait(viewer.client)
    #expect(!waiting.isDone)
    try await eventually { !runner.transport.open.isEmpty }
    runner.transport.reply(runner.transport.open[0], .response(200))
    try await viewer.advance { waiting.isDone }
    hall.releaseAll()
  }

  @Test func `an end of a job that was tried again elsewhere is reported once`() async throws {
    let runner = process(1)
    let sender = process(2) { $0.id.number == 1 ? .response(503) : .response(200) }
    try await runner.client.start(as: .runner)
    try await sender.client.start(as: .sender)
    let log = await runner.client.eventLog(of: [.finished, .started, .changed, .submitted])
    let update = await runner.client.events()
    hall.holdOwners()
    let id = try await sender.client.submit([.fixture(scheduling: .immediate)])[0]
    try await eventually { await runner.client.others.haveJobs }
    try await sender.advance { try await sender.job(id).state == .succeeded }
    var ends = 0
    for await case .jobsChanged(let jobs) in update where jobs.contains(where: \.isDone) {
      ends += 1
      // The first was heard as it happened; then the process ends that made the attempts.
      if ends == 1 { hall.releaseAll() } else { break }
    }
    await runner.client.quit(.drain)
    var reported: [Event.Word] = []
    for await event in log { reported.append(event.word) }
    #expect(reported.filter { $0 == .finished }.count == 1, "\(reported)")
  }
}

extension Job {
  fileprivate var isDone: Bool { state == .succeeded }
}
