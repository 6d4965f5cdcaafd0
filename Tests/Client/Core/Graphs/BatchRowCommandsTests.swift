import ClientMemory
import ClientModel
import Testing

@testable import ClientCore

/// Commands on the rows of a batch, on a store in memory and without a client.
@Suite struct BatchRowCommandsTests {
  private let clock = ManualClock()
  private let storage: MemoryStorage
  private let orders: BatchRowCommands

  init() {
    storage = MemoryStorage(clock: clock, bodyFolder: "/nonexistent")
    orders = BatchRowCommands(reader: GraphReader(graphs: storage, jobs: storage))
  }

  private func add(_ count: Int) async throws -> ClosedRange<JobID> {
    let batch = NewBatch(
      source: "rows.csv", jobs: (0..<count).map { _ in .fixture() },
      values: (0..<count).map { _ in [] })
    return try #require(try await storage.add(batch, at: clock.now).span)
  }

  private func change(
    _ jobs: [JobID], _ decide: @escaping @Sendable (Job, Timestamp) -> JobChange?
  ) async throws(Failure) -> [Job] {
    let now = clock.now
    return try await storage.change(jobs) { decide($0, now) }
  }

  private func move(_ job: JobID, to state: JobState) async throws {
    let now = clock.now
    _ = try await storage.change([job]) { _ in JobChange(state: state, at: now) }
  }

  private func words(_ span: ClosedRange<JobID>) async throws -> [JobState.Word] {
    try await storage.jobs(matching: JobQuery(part: .span(span), order: .oldestFirst))
      .map(\.state.word)
  }

  @Test func `rows are cancelled in portions, those that have ended are left`() async throws {
    let span = try await add(GraphReader.rowPortion + 1)
    try await move(span.lowerBound, to: .succeeded)
    var portions: [Int] = []
    try await orders.cancel(span) { (ids, decide) throws(Failure) in
      portions.append(ids.count)
      return try await change(ids, decide)
    }
    let states = try await words(span)
    #expect(portions == [GraphReader.rowPortion])
    #expect(states.first == .succeeded && states.dropFirst().allSatisfy { $0 == .cancelled })
  }

  @Test func `failed rows are retried, cancelled ones only where none failed`() async throws {
    let span = try await add(2)
    let rows = [span.lowerBound, span.upperBound]
    try await move(rows[0], to: .failed(.fixture(.storage)))
    try await move(rows[1], to: .cancelled(sent: 0))
    var prepared = 0
    var counts: [Int] = []
    for _ in 0..<3 {
      counts.append(
        try await orders.retry(
          span, by: { (ids, decide) throws(Failure) in try await change(ids, decide) },
          preparing: { () throws(Failure) in prepared += 1 }))
    }
    #expect(counts == [1, 1, 0] && prepared == 2, "nothing is prepared where no row is retried")
    #expect(try await words(span) == [.waiting, .waiting])
  }
}
