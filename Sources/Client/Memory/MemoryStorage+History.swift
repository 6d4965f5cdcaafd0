public import ClientCore
public import ClientModel

extension MemoryStorage {
  public func exchanges(matching query: HistoryQuery) async throws(Failure) -> HistoryPage {
    let entries = tables.withLock { $0.entries }
    let tried = entries.filter { id, entry in
      !entry.attempts.isEmpty && query.before.map { id < $0 } ?? true
        && query.filter.onlyJob.map { id == $0 } ?? true
    }
    return query.page(of: tried.keys.sorted(by: >)) {
      entries[$0]?.job
    } parts: { id in
      entries[id].map { ($0.attempts, $0.request) }
    }
  }
}
