import ClientModel

/// Taking up the jobs that wait in the store.
///
/// The first of a long queue run while the rest is read:
///
///     the first in the order of starting ──► queue ──► they run
///     all others, by pages ──► kept apart until the last ──► queue
///
/// Kept apart, because a page is ordered by number: what starts is always what comes first.
extension Client {
  /// As many as keep a wide lane busy while some 10,000 rows are read.
  static let firstCount = 512
  private static let pageCount = 5_000

  /// What was read of the waiting jobs: small, as there may be 100,000.
  private struct Found {
    var entries: [QueuedJob] = []
    /// They were asked to stop before they could start.
    var cancelled: [JobID] = []
  }

  /// Puts all waiting jobs before the queue, those of a long one while the first run.
  func loadWork() async throws(Failure) {
    reader.beginLoading()
    do throws(Failure) {
      let first = try await storage.jobs(
        matching: JobQuery(
          states: [.waiting, .held, .polling], order: .queue, limit: Self.firstCount))
      try await takeUp(found(in: try await withoutSleepers(first)))
      guard first.count == Self.firstCount else {
        reader.endLoading()
        return
      }
      reader.heard(of: first.map(\.id))
    } catch {
      reader.endLoading()
      throw error
    }
    lifetime.add(Task { await loadRest() })
  }

  private func loadRest() async {
    while !lifetime.isQuitting {
      do throws(Failure) {
        try await takeUp(try await readRest())
        break
      } catch {
        guard !lifetime.isQuitting else { break }
        // Its jobs must not be forgotten: a store that cannot be read is read again.
        publish(.noticed(error))
        await clock.wait(until: clock.now.advanced(by: .seconds(1)))
      }
    }
    reader.endLoading()
    fill()
  }

  private func readRest() async throws(Failure) -> Found {
    var rest = Found()
    var last = JobID(0)
    while true {
      let page = try await storage.jobs(
        matching: JobQuery(
          states: [.waiting, .held, .polling], after: last, order: .oldestFirst,
          limit: Self.pageCount))
      let found = found(in: try await withoutSleepers(page))
      rest.entries += found.entries
      rest.cancelled += found.cancelled
      guard page.count == Self.pageCount, let end = page.last?.id else { return rest }
      last = end
    }
  }

  private func found(in jobs: [Job]) -> Found {
    var found = Found()
    for job in jobs where !reader.hasHeard(of: job.id) {
      pipeline.attempts.noteKey(of: job)
      guard let entry = queued(job) else { continue }
      if job.cancelRequested { found.cancelled.append(job.id) } else { found.entries.append(entry) }
    }
    return found
  }

  /// Leaves out what there is newer word of than what was read.
  private func takeUp(_ found: Found) async throws(Failure) {
    for job in found.cancelled where !reader.hasHeard(of: job) { cancelWaiting(job) }
    var parents: Set<JobID> = []
    for entry in found.entries where !reader.hasHeard(of: entry.id) {
      queue.put(entry)
      if case .job(let parent) = entry.wait { parents.insert(parent) }
    }
    guard !parents.isEmpty else { return }
    for parent in try await storage.jobs(matching: JobQuery(ids: parents.sorted())) {
      tellDependents(of: parent)
    }
  }
}
