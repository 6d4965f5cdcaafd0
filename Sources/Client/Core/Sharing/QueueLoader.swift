import ClientModel

/// A loader that reads the waiting jobs from the store.
///
/// The first jobs of a long queue run while the rest is read:
///
///     the first in start order ──► queue ──► they run
///     all others, in pages ──► set aside until the last page ──► queue
///
/// The pages are sorted by id and not by start order, so none is added until all are read.
struct QueueLoader {
  /// The number of jobs to read first, enough for a wide lane while 10,000 rows are read.
  static let firstCount = 512
  private static let pageCount = 5_000

  let jobs: any JobReader
  let changes: ChangeLoop

  /// The waiting jobs that were read, in compact form, because there may be 100,000.
  struct Found {
    var entries: [QueuedJob] = []
    /// The jobs whose stop was requested before they could start.
    var cancelled: [JobID] = []

    static func += (found: inout Found, more: Found) {
      found.entries += more.entries
      found.cancelled += more.cancelled
    }
  }

  /// Adds the first jobs to the queue.
  ///
  /// - Parameters:
  ///   - sort: Returns the jobs that this process runs.
  ///   - put: Adds jobs to the queue.
  /// - Returns: Whether jobs may be left for `loadRest`. Until `loadRest` returns, `changes`
  ///   records the jobs that have newer states.
  nonisolated(nonsending) func loadFirst(
    sort: ([Job]) async throws(Failure) -> Found, put: (Found) async throws(Failure) -> Void
  ) async throws(Failure) -> Bool {
    changes.reader.beginLoading()
    do throws(Failure) {
      let first = try await jobs.jobs(
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

  /// Adds all other jobs to the queue. If the store cannot be read, the failure is published and
  /// the store is read again, so that no job is lost.
  ///
  /// - Parameters:
  ///   - clock: Waits between two reads.
  ///   - publisher: Publishes failures.
  ///   - goesOn: Returns whether the jobs must still be loaded.
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

  /// Returns all waiting jobs, read page by page.
  nonisolated(nonsending) private func all(
    _ sort: ([Job]) async throws(Failure) -> Found
  ) async throws(Failure) -> Found {
    var found = Found()
    var last = JobID(0)
    while true {
      let page = try await jobs.jobs(
        matching: JobQuery(
          states: [.waiting, .held, .polling], after: last, order: .oldestFirst,
          limit: Self.pageCount))
      found += try await sort(page)
      guard page.count == Self.pageCount, let end = page.last?.id else { return found }
      last = end
    }
  }

  /// Returns the found jobs, except jobs for which a newer state is known.
  private func unheard(_ found: Found) -> Found {
    Found(
      entries: found.entries.filter { !changes.reader.hasHeard(of: $0.id) },
      cancelled: found.cancelled.filter { !changes.reader.hasHeard(of: $0) })
  }
}

extension JobReader {
  /// Returns jobs by id, read in portions, because there may be 100,000 ids.
  nonisolated(nonsending) func jobs(numbered ids: [JobID]) async throws(Failure) -> [Job] {
    var jobs: [Job] = []
    for begin in stride(from: 0, to: ids.count, by: 5_000) {
      let portion = Array(ids[begin..<min(ids.count, begin + 5_000)])
      jobs += try await self.jobs(matching: JobQuery(ids: portion))
    }
    return jobs
  }
}
