import ClientCore
import ClientModel
import ClientStore
import Testing

/// What all storages report of past exchanges.
struct StoredHistoryTests {
  @Test(arguments: StoreKind.allCases)
  func `pages go down from the newest tried job, and what was not tried is passed over`(
    _ kind: StoreKind
  ) async throws {
    let folder = StateFolder()
    let store = try await kind.make(in: folder, clock: StillClock())
    let ids = try await store.add((0..<9).map { .fixture("/\($0)") })
    let starts = ids.filter { $0.rawValue % 3 != 0 }.map {
      JobStart(job: $0, at: Timestamp(milliseconds: 1))
    }
    _ = try await store.commit(StoreBatch(starts: starts))
    let tried = starts.map(\.job)
    func jobs(_ query: HistoryQuery) async throws -> ([JobID], JobID?) {
      let page = try await store.exchanges(matching: query)
      return (page.exchanges.map(\.job.id), page.next)
    }
    #expect(try await jobs(HistoryQuery()) == (tried.reversed(), nil))
    #expect(
      try await jobs(HistoryQuery(span: 2)) == (tried.reversed().prefix(2) + [], tried[4]))
    #expect(
      try await jobs(HistoryQuery(before: tried[4], span: 2)) == ([tried[3], tried[2]], tried[2]))
    #expect(try await jobs(HistoryQuery(before: tried[0])) == ([], nil))
    let one = HistoryFilter("job:\(tried[2])", now: Timestamp(milliseconds: 2))
    #expect(try await jobs(HistoryQuery(one)) == ([tried[2]], nil))
    #expect(
      try await jobs(HistoryQuery(HistoryFilter("job:3", now: .init(milliseconds: 2)))) == ([], nil)
    )
    let running = try await store.exchanges(matching: HistoryQuery(one)).exchanges.first
    #expect(running?.end == .running)
    #expect(running?.request == .fixture("/\(tried[2].rawValue - 1)"))
  }
}
