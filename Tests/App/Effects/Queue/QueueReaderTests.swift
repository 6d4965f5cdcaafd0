import ClientCore
import ClientModel
import JobFixtures
import Testing
import ViewModels

@testable import weir

/// The window of the queue under a filter, an order and deletions.
struct QueueReaderTests {
  private let scripted: ScriptedClient
  private let reader: QueueReader

  init() async throws {
    scripted = try await ScriptedClient()
    reader = QueueReader(scripted.client)
  }

  private func arrange(_ arrangement: QueueArrangement) async throws {
    reader.request(for: arrangement)
    _ = try await reader.arrange(arrangement)
  }

  /// The listed jobs after a read.
  private func shown() async throws -> [JobID] {
    try await reader.refresh()
    for event in await reader.events() {
      if case .queue(.jobs(let jobs, _, _, _)) = event { return jobs.map(\.id) }
    }
    return []
  }

  private func progress() async throws -> QueueSearch.Progress? {
    for event in await reader.events() {
      if case .queue(.searched(let search)) = event { return search.progress }
    }
    return nil
  }

  @Test func `a filter shows the jobs that it fits`() async throws {
    let (first, second) = (try await scripted.run(), try await scripted.run())
    try await arrange(QueueArrangement(filter: "job:\(second)"))
    #expect(try await shown() == [second])
    #expect(try await progress() == .complete)
    try await arrange(QueueArrangement(filter: "state:succeeded", order: .oldestFirst))
    #expect(try await shown() == [first, second])
    try await arrange(QueueArrangement(filter: "state:failed"))
    #expect(try await shown().isEmpty)
  }

  @Test(arguments: ["state:succeeded", "method:get", "things", "example.com"])
  func `a filter finds the rows of a batch`(filter: String) async throws {
    let jobs = (0..<3).map { _ in NewJob(request: .fixture(), lane: LaneKey(name: "api")) }
    let batch = NewBatch(
      source: "rows.csv", jobs: jobs, values: jobs.map { _ in Array("{}".utf8) })
    _ = try await scripted.client.submit(batch)
    let rows = try await scripted.client.jobs(matching: JobQuery()).map(\.id)
    _ = try await scripted.client.wait(for: rows)
    try await arrange(QueueArrangement(filter: filter, order: .oldestFirst))
    #expect(try await shown() == rows.sorted())
  }

  @Test func `the durations of a lane are read once, then taken from events`() async throws {
    _ = try await scripted.run()
    let lane = try await scripted.client.pause(LaneKey(name: "api")).key
    func durations() async throws -> [Duration] {
      try await reader.refresh()
      for case .queue(.activity(let lanes, _)) in await reader.events() {
        return lanes[lane]?.durations ?? []
      }
      return []
    }
    let before = try await durations()
    var job = Job.fixture(99, .failed(Failure(.refused, what: "a", why: "b", whatToDo: "c")))
    job.elapsed = .milliseconds(1_234)
    job.since = Timestamp(milliseconds: 9_000_000_000_000)
    // Events repeat jobs after another process has written.
    for _ in 0..<2 { await reader.take(.jobsChanged([job])) }
    await reader.take(.jobsChanged([Job.fixture(98, .succeeded)]))
    #expect(try await durations() == before + [.milliseconds(1_234)])
  }

  @Test func `a word that cannot be read is named`() async throws {
    _ = try await scripted.run()
    try await arrange(QueueArrangement(filter: "status:abc"))
    #expect(try await progress() == .unread("status:abc"))
  }

  @Test func `a deleted job is gone at once, and comes back by undo`() async throws {
    let (first, second) = (try await scripted.run(), try await scripted.run())
    let deletion = QueueEffect.Deletion(DeletionID(1), of: [first])
    #expect(try await reader.delete(deletion) == 1)
    #expect(try await shown() == [second])
    try await reader.restore(deletion)
    #expect(Set(try await shown()) == [first, second])
    #expect(try await reader.delete(deletion) == 1)
    #expect(try await scripted.client.jobs(matching: JobQuery()).map(\.id) == [second])
  }

  @Test(arguments: [QueueArrangement.Order.queue, .newestFirst, .oldestFirst])
  func `windows around deleted jobs neither repeat nor skip a job`(
    order: QueueArrangement.Order
  ) async throws {
    var jobs: [JobID] = []
    for _ in 0..<12 { jobs.append(try await scripted.run()) }
    try await arrange(QueueArrangement(order: order))
    let gone = [jobs[1], jobs[2], jobs[6], jobs[11]]
    _ = try await reader.delete(QueueEffect.Deletion(DeletionID(1), of: gone))
    var seen: [JobID] = []
    for offset in stride(from: 0, to: 8, by: 2) {
      try await reader.show(offset: offset, limit: 2)
      seen += try await shown()
    }
    #expect(seen.count == 8 && Set(seen) == Set(jobs).subtracting(gone))
  }

  @Test func `two looks at once list each job once`() async throws {
    var jobs: [JobID] = []
    for _ in 0..<5 { jobs.append(try await scripted.run()) }
    try await arrange(QueueArrangement(filter: "state:succeeded", order: .oldestFirst))
    await reader.expire()
    async let one: Void = reader.refresh()
    async let other: Void = reader.refresh()
    async let third: Void = reader.searchOn()
    _ = try await (one, other, third)
    #expect(try await shown() == jobs)
  }

  @Test func `a list keeps its jobs until it was looked for again`() async throws {
    let first = try await scripted.run()
    try await arrange(QueueArrangement(filter: "state:succeeded"))
    let second = try await scripted.run()
    #expect(try await shown() == [first])
    await reader.expire()
    #expect(Set(try await shown()) == [first, second])
  }

  @Test func `deleted jobs are not counted in their lanes`() async throws {
    let job = try await scripted.run()
    _ = try await scripted.run()
    let deletion = QueueEffect.Deletion(DeletionID(1), of: [job])
    _ = try await reader.delete(deletion)
    #expect(try await scripted.client.lanes().map { $0.counts[.succeeded] } == [1])
    try await reader.restore(deletion)
    #expect(try await scripted.client.lanes().map { $0.counts[.succeeded] } == [2])
  }

  @Test func `a filter that was typed over leaves the list as it is`() async throws {
    let job = try await scripted.run()
    reader.request(for: QueueArrangement(filter: "ab"))
    #expect(try await !reader.arrange(QueueArrangement(filter: "a")))
    #expect(try await shown() == [job])
    #expect(try await reader.arrange(QueueArrangement(filter: "ab")))
    #expect(try await shown().isEmpty)
  }
}
