import ClientModel

/// Reads the jobs that wait in the store.
///
/// The first of a long queue run while the rest is read:
///
///     the first in the order of starting ──► queue ──► they run
///     all others, by pages ──► kept apart until the last ──► queue
///
/// Kept apart, because a page is ordered by number: what starts is always what comes first.
struct QueueLoader {
  /// As many as keep a wide lane busy while some 10,000 rows are read.
  static let firstCount = 512
  private static let pageCount = 5_000

  let storage: any Storage

  /// What was read of waiting jobs: small, as there may be 100,000.
  struct Found {
    var entries: [QueuedJob] = []
    /// They were asked to stop before they could start.
    var cancelled: [JobID] = []

    static func += (found: inout Found, more: Found) {
      found.entries += more.entries
      found.cancelled += more.cancelled
    }
  }

  /// The first jobs in the order of starting; fewer than `firstCount` when they are all.
  nonisolated(nonsending) func first() async throws(Failure) -> [Job] {
    try await storage.jobs(
      matching: JobQuery(
        states: [.waiting, .held, .polling], order: .queue, limit: Self.firstCount))
  }

  /// All waiting jobs, page by page.
  nonisolated(nonsending) func all(
    _ take: ([Job]) async throws(Failure) -> Found
  ) async throws(Failure) -> Found {
    var found = Found()
    var last = JobID(0)
    while true {
      let page = try await storage.jobs(
        matching: JobQuery(
          states: [.waiting, .held, .polling], after: last, order: .oldestFirst,
          limit: Self.pageCount))
      found += try await take(page)
      guard page.count == Self.pageCount, let end = page.last?.id else { return found }
      last = end
    }
  }
}

extension Storage {
  /// Jobs by id, in portions, since a query may name 100,000.
  nonisolated(nonsending) func jobs(numbered ids: [JobID]) async throws(Failure) -> [Job] {
    var jobs: [Job] = []
    for begin in stride(from: 0, to: ids.count, by: 5_000) {
      let portion = Array(ids[begin..<min(ids.count, begin + 5_000)])
      jobs += try await self.jobs(matching: JobQuery(ids: portion))
    }
    return jobs
  }
}
