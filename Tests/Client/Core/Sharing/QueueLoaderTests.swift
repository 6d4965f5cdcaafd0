import ClientMemory
import ClientModel
import Testing

@testable import ClientCore

/// Loads waiting jobs from a store in memory, without a client.
@Suite struct QueueLoaderTests {
  private let clock = ManualClock()
  private let storage: MemoryStorage
  private let publisher: EventPublisher
  private let changes: ChangeLoop
  private let loader: QueueLoader

  init() {
    storage = MemoryStorage(clock: clock, bodyFolder: "/nonexistent")
    publisher = EventPublisher(clock: clock)
    changes = ChangeLoop(store: Store(storage), publisher: publisher)
    loader = QueueLoader(jobs: storage, changes: changes)
  }

  private func sort(_ jobs: [Job]) -> QueueLoader.Found {
    QueueLoader.Found(entries: jobs.compactMap { QueuedJob($0, scheduling: .queued) })
  }

  /// Loads the first jobs; returns what was put before the queue, and whether others may be left.
  private func loadFirst() async throws(Failure) -> (put: [JobID], isLong: Bool) {
    var put: [JobID] = []
    let isLong = try await loader.loadFirst(
      sort: { (jobs) throws(Failure) in sort(jobs) },
      put: { (found) throws(Failure) in put = found.entries.map(\.id) })
    return (put, isLong)
  }

  private func loadRest() async -> [JobID] {
    var put: [JobID] = []
    await loader.loadRest(
      clock: clock, publisher: publisher, while: { true },
      sort: { (jobs) throws(Failure) in sort(jobs) },
      put: { (found) throws(Failure) in put = found.entries.map(\.id) })
    return put
  }

  @Test func `a short queue is loaded at once`() async throws {
    let ids = try await storage.add([.fixture(), .fixture(state: .held(.byUser)), .fixture()])
    let (put, isLong) = try await loadFirst()
    #expect(put == [ids[0], ids[2]] && !isLong && !changes.reader.isLoading)
  }

  @Test func `the rest of a long queue leaves out what changed meanwhile`() async throws {
    let count = QueueLoader.firstCount + 3
    let ids = try await storage.add((0..<count).map { _ in .fixture() })
    let (put, isLong) = try await loadFirst()
    #expect(put == Array(ids.prefix(QueueLoader.firstCount)) && isLong && changes.reader.isLoading)
    changes.reader.heard(of: [ids[count - 2]])
    let rest = await loadRest()
    #expect(rest == [ids[count - 3], ids[count - 1]])
    #expect(!changes.reader.isLoading)
  }
}
