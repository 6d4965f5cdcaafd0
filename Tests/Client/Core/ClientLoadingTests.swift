import ClientMemory
import ClientModel
import Testing

@testable import ClientCore

/// Taking up a queue that is longer than what is read at first.
@Suite struct ClientLoadingTests {
  private let clock = ManualClock()
  private let hall: SharedStorage.Hall
  private let most = QueueLoader.firstCount

  init() {
    hall = SharedStorage.Hall(MemoryStorage(clock: clock, bodyFolder: "/nonexistent"))
  }

  private func process(
    _ script: @escaping @Sendable (OutgoingAttempt) -> FakeTransport.Reply = { _ in .response(200) }
  ) -> Bench {
    Bench(storage: hall.store, clock: clock, behind: SharedStorage(hall, process: 1), script)
  }

  @Test func `the first of a long queue run while the rest is read`() async throws {
    let ids = try await hall.store.add(Array(repeating: .fixture(), count: most + 88))
    hall.holdPages()
    let bench = process()
    try await bench.client.start(as: .runner)
    try await eventually { bench.transport.begun.count == most }
    #expect(await !bench.client.isIdle)
    hall.releaseAll()
    await bench.client.waitUntilDrained()
    #expect(bench.transport.begun.map(\.id.job) == ids)
  }

  @Test func `what is read late comes in its place, not after its number`() async throws {
    var jobs: [NewJob] = (0..<most + 10).map { _ in .fixture() }
    jobs[most + 5].priority = 7
    jobs += (0..<10).map { _ in .fixture(lane: .b) }
    jobs[most + 18].priority = 3
    let ids = try await hall.store.add(jobs)
    hall.holdPages()
    let bench = process()
    try await bench.client.start(as: .runner)
    try await eventually { bench.transport.begun.count == most }
    #expect(bench.transport.begun.first?.id.job == ids[most + 5])
    hall.releaseAll()
    await bench.client.waitUntilDrained()
    let ofB = bench.transport.begun.map(\.id.job).filter { $0 >= ids[most + 10] }
    #expect(ofB == [ids[most + 18]] + ids[(most + 10)..<(most + 18)] + [ids[most + 19]])
  }

  @Test func `a job that backs off while the rest is read is not tried early`() async throws {
    let ids = try await hall.store.add(Array(repeating: .fixture(), count: most + 1))
    hall.holdPages()
    let bench = process { attempt in
      attempt.id == AttemptID(job: ids[0], number: 1) ? .fail(.refused, .nothing) : .response(200)
    }
    try await bench.client.start(as: .runner)
    try await eventually { bench.transport.begun.count == most }
    hall.releaseAll()
    try await eventually { bench.transport.begun.count == most + 1 }
    await bench.client.waitUntilIdle()
    #expect(bench.transport.begun.filter { $0.id.job == ids[0] }.count == 1)
    guard case .waiting(.until) = try await bench.job(ids[0]).state else {
      Issue.record("It does not back off.")
      return
    }
  }

  @Test func `a child that is read late hears of its parent that is done already`() async throws {
    let ids = try await hall.store.add(Array(repeating: .fixture(), count: most))
    let child = try await hall.store.add([.fixture(state: .waiting(.job(ids[3])))])
    hall.holdPages()
    let bench = process()
    try await bench.client.start(as: .runner)
    try await eventually { bench.transport.begun.count == most }
    hall.releaseAll()
    #expect(try await bench.client.wait(for: child).map(\.state) == [.succeeded])
  }

  @Test func `whoever quits while the rest is read waits for no page`() async throws {
    _ = try await hall.store.add(Array(repeating: .fixture(), count: most + 1))
    hall.holdPages()
    let bench = process()
    try await bench.client.start(as: .runner)
    try await eventually { bench.transport.begun.count == most }
    await bench.client.quit(.drain)
    hall.releaseAll()
    #expect(bench.transport.begun.count == most)
  }
}
