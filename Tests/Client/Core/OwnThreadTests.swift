import Testing

@testable import ClientCore

/// Threads outside Swift's pool, and the clock that sleeps on one of them.
@Suite struct OwnThreadTests {
  @Test func `a crew of one does its work in order`() async {
    let crew = ThreadPool(of: 1)
    let done = ThreadMonitor<[Int]>([])
    for number in 0..<3_000 { crew.add { done.withLock { $0.append(number) } } }
    let count = await crew.run { done.withLock { $0.count } }
    #expect(count == 3_000)
    #expect(done.withLock { $0 } == Array(0..<3_000))
  }

  @Test func `work that blocks leaves the others of a crew at work`() async {
    let crew = ThreadPool(of: 2)
    let gate = ThreadMonitor(false)
    async let blocked: Bool = crew.run { gate.wait { $0 ? .found(true) : .wait } }
    for _ in 0..<100 { _ = await crew.run { 1 } }
    gate.withLock { $0 = true }
    gate.wakeAll()
    #expect(await blocked)
  }

  @Test func `what a crew was given is done though the crew is gone`() async {
    let number = await withCheckedContinuation { continuation in
      let crew = ThreadPool(of: 1)
      crew.add {}
      crew.add { continuation.resume(returning: 7) }
    }
    #expect(number == 7)
  }

  @Test func `sleepers wake in the order of their deadlines, not before them`() async throws {
    let clock = QuietClock()
    let start = clock.now
    let woken = ThreadMonitor<[Int]>([])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in [3, 1, 2] {
        group.addTask {
          try await clock.sleep(for: .milliseconds(150 * number))
          #expect(clock.now - start >= .milliseconds(150 * number))
          woken.withLock { $0.append(number) }
        }
      }
      try await group.waitForAll()
    }
    #expect(woken.withLock { $0 } == [1, 2, 3])
  }

  @Test func `a cancelled sleeper wakes at once`() async {
    let sleeper = Task { try await QuietClock().sleep(for: .seconds(3600)) }
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
  }
}
