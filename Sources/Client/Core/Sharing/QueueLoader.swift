import ClientModel

/// Reads the jobs that wait in the store.
///
/// The first of a long queue run while the rest is read:
///
///     the first in the order of starting ──► queue ──► they run
///     all others, by pages ──► set aside until the last ──► queue
///
/// The other pages are ordered by id and not by start order, so none is added until all are read.
struct QueueLoader {
  /// Enough jobs for a wide lane while 10,000 rows are read.
  static let firstCount = 512
  private static let pageCount = 5_000

  let storage: any Storage
  let changes: ChangeLoop

  /// The waiting jobs that were read, in compact form: there may be 100,000.
  struct Found {
    var entries: [QueuedJob] = []
    /// They were asked to stop before they could start.
    var cancelled: [JobID] = []

    static func += (found: inout Found, more: Found) {
      found.entries += more.entries
      found.cancelled += more.cancelled
    }
  }

  /// Adds the first jobs to the queue.
  ///
  /// - Parameters:
  ///   - sort: Finds which jobs this process runs.
  ///   - put: Adds jobs to the queue.
  /// - Returns: Whether jobs may be left for `loadRest`. Until that returns, `changes` records the jobs that have
  ///   newer states.
  nonisolated(nonsending) func loadFirst(
    sort: ([Job]) async throws(Failure) -> Found, put: (Found) async throws(Failure) -> Void
  ) async throws(Failure) -> Bool {
    changes.reader.beginLoading()
    do throws(Failure) {
      let first = try await storage.jobs(
        matching: JobQuery(
          states: [.waiting, .held, .polling], order: .queue, limit: Self.firstCount))
      try await put(unheard(try await sort(first)))
      guard first.count == Self.firstCount else {
        changes.reader.endLoading()
        return false
      }
      changes.reader.heard(of: first.map(\.id))
      return true
    } catch {
      changes.reader.endLoading()
      throw error
    }
  }

  /// Adds all other jobs to the queue. A store that cannot be read is read again, so that no job is
  /// lost; the failure is published.
  ///
  /// - Parameters:
  ///   - clock: Waits between two readings.
  ///   - publisher: Publishes failures.
  ///   - goesOn: Whether the jobs are still to be loaded.
  nonisolated(nonsending) func loadRest(
    clock: any AlarmClock, publisher: EventPublisher, while goesOn: () -> Bool,
    sort: ([Job]) async throws(Failure) -> Found, put: (Found) async throws(Failure) -> Void
  ) async {
    while goesOn() {
      do throws(Failure) {
        let rest = try await all(sort)
        try await put(unheard(rest))
        break
      } catch {
        guard goesOn() else { break }
        publisher.report(error)
        await clock.wait(for: .seconds(1))
      }
    }
    changes.reader.endLoading()
  }

  /// All waiting jobs, page by page.
  nonisolated(nonsending) private func all(
    _ sort: ([Job]) async throws(Failure) -> Found
  ) async throws(Failure) -> Found {
    var found = Found()
    var last = JobID(0)
    while true {
      let page = try await storage.jobs(
        matching: JobQuery(
          states: [.waiting, .held, .polling], after: last, order: .oldestFirst,
          limit: Self.pageCount))
      found += try await sort(page)
      guard page.count == Self.pageCount, let end = page.last?.id else { return found }
      last = end
    }
  }

  /// Leaves out jobs of which something newer is known than what was read.
  private func unheard(_ found: Found) -> Found {
    Found(
      entries: found.entries.filter { !changes.reader.hasHeard(of: $0.id) },
      cancelled: found.cancelled.filter { !changes.reader.hasHeard(of: $0) })
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
