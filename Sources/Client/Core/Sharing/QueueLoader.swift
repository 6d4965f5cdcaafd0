import ClientModel

/// Reads the waiting jobs from the store.
///
/// The first jobs of a long queue run while the rest is read:
///
///     the first in start order ──► queue ──► they run
///     all others, in pages ──► set aside until the last page ──► queue
///
/// The pages are sorted by id and not by start order, so none is added until all are read.
struct QueueLoader {
  /// The number of jobs to read first. They keep a wide lane busy while 10,000 rows are read.
  static let firstCount = 512
  private static let pageCount = 5_000

  let jobs: any JobReader
  let changes: ChangeLoop

  /// The waiting jobs that were read. The form is compact, because there may be 100,000 jobs.
  struct Found {
    var entries: [QueuedJob] = []
    /// The jobs that must be cancelled instead of being queued.
    var cancelled: [JobID] = []

    static func += (found: inout Found, more: Found) {
      found.entries += more.entries
      found.cancelled += more.cancelled
    }
  }

  /// Adds the first jobs to the queue.
  ///
  /// Until `loadRest` returns, `changes` records the jobs that have newer states.
  ///
  /// - Parameters:
  ///   - sort: Returns the jobs that this process runs.
  ///   - put: Adds jobs to the queue.
  /// - Returns: Whether `loadRest` must be called.
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

  /// Adds the remaining jobs to the queue. If a read fails, the failure is published and the read
  /// is repeated, because no job may be lost.
  ///
  /// - Parameters:
  ///   - clock: Waits between two reads.
  ///   - publisher: Publishes failures.
  ///   - goesOn: Returns whether the jobs are still needed.
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

  /// Reads all waiting jobs in pages.
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

  /// Returns the jobs for which no newer state is known.
  private func unheard(_ found: Found) -> Found {
    Found(
      entries: found.entries.filter { !changes.reader.hasHeard(of: $0.id) },
      cancelled: found.cancelled.filter { !changes.reader.hasHeard(of: $0) })
  }
}

extension JobReader {
  /// Reads jobs by id. The ids are divided into chunks, because there may be 100,000.
  nonisolated(nonsending) func jobs(numbered ids: [JobID]) async throws(Failure) -> [Job] {
    var jobs: [Job] = []
    for begin in stride(from: 0, to: ids.count, by: 5_000) {
      let portion = Array(ids[begin..<min(ids.count, begin + 5_000)])
      jobs += try await self.jobs(matching: JobQuery(ids: portion))
    }
    return jobs
  }
}
