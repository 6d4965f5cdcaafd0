import ClientMemory
import ClientModel
import Testing

@testable import ClientCore

/// Reads of a store whose queue another process runs, without a client.
@Suite struct RunnerIdleWatchTests {
  private let clock = ManualClock()
  private let storage: MemoryStorage
  private let idleWatch: RunnerIdleWatch

  init() {
    storage = MemoryStorage(clock: clock, bodyFolder: "/nonexistent")
    idleWatch = RunnerIdleWatch(
      store: Store(storage), clock: clock, publisher: EventPublisher(clock: clock))
  }

  /// Reads; returns how often the queue runner was found without work.
  private func run(
    preparing prepare: () async throws(Failure) -> Void = { () throws(Failure) in }
  ) async -> Int {
    var count = 0
    await idleWatch.run(
      while: { true }, preparing: prepare,
      whenQuiet: {
        count += 1
        return true
      })
    return count
  }

  @Test func `a store without work ends the reading`() async {
    let begins = [idleWatch.begin(), idleWatch.begin()]
    #expect(begins == [true, false] && idleWatch.state == .readingAgain)
    #expect(await run() == 1)
    #expect(idleWatch.state == .resting)
  }

  @Test func `a job that waits is work`() async throws {
    _ = try await storage.add([.fixture()])
    #expect(await run() == 0)
    #expect(idleWatch.state == .resting, "a commit of the queue runner asks for the next reading")
  }

  @Test func `a commit between two reads makes it read once more`() async throws {
    let ids = try await storage.add([.fixture(state: .held(.byUser))])
    let now = clock.now
    var isFirst = true
    let reading = Task { [clock] in
      while !Task.isCancelled {
        if let next = clock.alarms.first { clock.advance(by: next.since(clock.now)) }
        await Task.yield()
      }
    }
    let count = await run { () throws(Failure) in
      guard isFirst else { return }
      isFirst = false
      _ = try await storage.change(ids) { JobCommands.cancel($0, at: now) }
    }
    reading.cancel()
    #expect(count == 1 && !isFirst)
  }
}
