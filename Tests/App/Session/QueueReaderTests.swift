import ClientCore
import ClientModel
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

  private func shown() async throws -> [JobID] {
    for event in try await reader.events() {
      if case .queue(.jobs(let jobs, _, _)) = event { return jobs.map(\.id) }
    }
    return []
  }

  private func progress() async throws -> QueueSearch.Progress? {
    for event in try await reader.events() {
      if case .queue(.searched(let search)) = event { return search.progress }
    }
    return nil
  }

  @Test func `a filter shows the jobs that it fits`() async throws {
    let (first, second) = (try await scripted.run(), try await scripted.run())
    try await reader.arrange(QueueArrangement(filter: "job:\(second)"))
    #expect(try await shown() == [second])
    #expect(try await progress() == .complete)
    try await reader.arrange(QueueArrangement(filter: "state:succeeded", order: .oldestFirst))
    #expect(try await shown() == [first, second])
    try await reader.arrange(QueueArrangement(filter: "state:failed"))
    #expect(try await shown().isEmpty)
  }

  @Test func `a word that cannot be read is named`() async throws {
    _ = try await scripted.run()
    try await reader.arrange(QueueArrangement(filter: "status:abc"))
    #expect(try await progress() == .unread("status:abc"))
  }

  @Test func `a deleted job is hidden, comes back by undo, and is gone when the session ends`()
    async throws
  {
    let (first, second) = (try await scripted.run(), try await scripted.run())
    #expect(try await reader.delete([first]) == 1)
    #expect(try await shown() == [second])
    try await reader.restore([first])
    #expect(Set(try await shown()) == [first, second])
    #expect(try await reader.delete([first]) == 1)
    try await reader.finish()
    #expect(try await scripted.client.jobs(matching: JobQuery()).map(\.id) == [second])
  }

  @Test(arguments: [QueueArrangement.Order.queue, .newestFirst, .oldestFirst])
  func `windows around deleted jobs neither repeat nor skip a job`(
    order: QueueArrangement.Order
  ) async throws {
    var jobs: [JobID] = []
    for _ in 0..<12 { jobs.append(try await scripted.run()) }
    try await reader.arrange(QueueArrangement(order: order))
    let gone = [jobs[1], jobs[2], jobs[6], jobs[11]]
    _ = try await reader.delete(gone)
    var seen: [JobID] = []
    for offset in stride(from: 0, to: 8, by: 2) {
      await reader.show(offset: offset, limit: 2)
      seen += try await shown()
    }
    #expect(seen.count == 8 && Set(seen) == Set(jobs).subtracting(gone))
  }
}
