import ClientMemory
import ClientModel
import Testing

@testable import ClientCore

/// The loop that reads the commits of other processes, on a store in memory and without a client.
@Suite struct ChangeLoopTests {
  private let clock = ManualClock()
  private let storage: MemoryStorage
  private let publisher: EventPublisher
  private let loop: ChangeLoop

  init() {
    storage = MemoryStorage(clock: clock, bodyFolder: "/nonexistent")
    publisher = EventPublisher(clock: clock)
    loop = ChangeLoop(store: Store(storage), publisher: publisher)
  }

  private func words(_ change: ChangeLoop.Change) -> String {
    switch change {
    case .lanes(let lanes): "lanes \(lanes.map(\.key.name))"
    case .places(let runs): "places \(runs.map(\.id.rawValue))"
    case .jobs(let jobs): "jobs \(jobs.map(\.id.rawValue))"
    case .graphs(let runs): "graphs \(runs.map(\.id.rawValue))"
    case .applied(let jobs): "applied \(jobs.map(\.id.rawValue))"
    case .upToDate: "up to date"
    }
  }

  /// Reads once; says in words what is to be applied, in order.
  private func read() async -> [String] {
    var applied: [String] = []
    guard loop.reader.begin() else { return ["being read"] }
    await loop.run { (change) throws(Failure) in applied.append(words(change)) }
    return applied
  }

  @Test func `batches are known before their rows, and lanes before jobs`() async throws {
    let batch = NewBatch(source: "rows.csv", jobs: [.fixture()], values: [[]])
    let id = try await storage.add(batch, at: clock.now).id.rawValue
    #expect(
      await read() == [
        "lanes [\"a\"]", "places [\(id)]", "jobs [1]", "graphs [\(id)]", "applied [1]",
        "up to date",
      ])
    #expect(await read().contains("jobs []"), "everything is known")
  }

  @Test func `a failure is published, and the changes are read when they are asked for again`()
    async throws
  {
    let notices = publisher.notices(limit: 1)
    _ = loop.reader.begin()
    await loop.run { (_) throws(Failure) in throw .fixture(.storage) }
    var first = notices.makeAsyncIterator()
    #expect(await first.next()?.kind == .storage)
    #expect(await read().last == "up to date")
  }

  @Test func `a job that was published while it was being changed is read again`() async throws {
    let ids = try await storage.add([.fixture(), .fixture()])
    let now = clock.now
    var applied: [[JobID: JobState.Word]] = []
    let changed = try await loop.commit {
      () throws(Failure) in
      let changed = try await storage.change(ids) { JobCommands.hold($0, at: now) }
      // Meanwhile another change of the second job was committed and published.
      let newer = try await storage.change([ids[1]]) { JobCommands.cancel($0, at: now) }
      loop.touch(newer)
      return changed
    } apply: { jobs in
      applied.append(Dictionary(uniqueKeysWithValues: jobs.map { ($0.id, $0.state.word) }))
    }
    #expect(changed.map(\.id) == ids)
    #expect(applied == [[ids[0]: .held], [ids[1]: .cancelled]])
  }
}
