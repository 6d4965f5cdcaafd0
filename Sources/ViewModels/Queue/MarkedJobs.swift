package import ClientModel

/// The jobs that the user marked. Many commands then act on all of them.
package struct MarkedJobs: Equatable, Sendable {
  package private(set) var ids: Set<JobID> = []
  /// The marked jobs that had failed when they were marked.
  private var failed: Set<JobID> = []
  /// Whether all listed jobs will be marked as soon as their numbers arrive.
  private(set) var isListing = false

  package var isEmpty: Bool { ids.isEmpty && !isListing }

  mutating func toggle(_ job: Job) {
    ids.formSymmetricDifference([job.id])
    if job.state.word == .failed { failed.formSymmetricDifference([job.id]) }
  }

  /// Marks all listed jobs. If some of them are not in memory, requests their numbers first.
  mutating func markAll(_ rows: QueueRows, _ search: QueueSearch.Progress) -> [Effect] {
    guard rows.offset > 0 || rows.window.count < rows.jobTotal || search == .underWay else {
      mark(rows.window.map(\.id), failed: rows.window.filter { $0.state.word == .failed }.map(\.id))
      return []
    }
    isListing = true
    return [.queue(.listAll)]
  }

  mutating func mark(_ jobs: [JobID], failed: [JobID]) {
    ids.formUnion(jobs)
    self.failed.formUnion(failed)
    isListing = false
  }

  mutating func remove(_ jobs: [JobID]) {
    ids.subtract(jobs)
    failed.subtract(jobs)
  }

  mutating func clear() { self = MarkedJobs() }

  /// Returns the marked jobs that are in memory, oldest first.
  func jobs(in rows: QueueRows) -> [Job] {
    guard !ids.isEmpty else { return [] }
    let known = (rows.window + rows.graphs.jobsInSight).filter { ids.contains($0.id) }
    return Dictionary(known.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first }).values
      .sorted { $0.id < $1.id }
  }

  // MARK: Commands

  /// Performs a command on the marked jobs. Returns nil if no job is marked, or if the command acts
  /// on a single job.
  ///
  /// - Parameter phrase: The shown workspaces, such as `of workspace shop`.
  mutating func perform(
    _ command: QueueCommand, in rows: QueueRows, _ phrase: String,
    deletions: inout JobDeletions
  ) -> [Effect]? {
    guard !isEmpty else { return nil }
    let ids = ids.sorted()
    let effects: [Effect]
    switch command {
    case .cancel: effects = [.queue(.each(.cancel, ids))]
    case .retry: effects = [.queue(.each(.retry, ids))]
    case .hold:
      let isHeld = rows.window.contains { ids.contains($0.id) && $0.isOnHold }
      effects = [.queue(.each(isHeld ? .release : .hold, ids))]
    case .runAgain: effects = [.queue(.each(.runAgain, ids))]
    case .resolve: effects = [.queue(.each(.resolve, ids))]
    case .pollNow: effects = [.queue(.each(.pollNow, ids))]
    case .cancelAtServer: effects = [.queue(.each(.cancelAtServer, ids))]
    case .compare:
      let jobs = jobs(in: rows)
      guard let older = jobs.first, let newer = jobs.last else { return [] }
      let exchange = AttemptID(job: older.id, number: older.attempts)
      effects = [.compareJob(newer.id, with: exchange)]
    case .moveDown: return move(1, in: rows)
    case .moveUp: return move(-1, in: rows)
    case .delete where ids.count > 1:
      return [.confirm(deletions.question(about: ids, failed: failed.count, phrase))]
    case .delete: effects = deletions.delete(ids)
    default: return nil
    }
    clear()
    return effects
  }

  /// Moves the marked jobs by one row. They stay marked.
  private func move(_ distance: Int, in rows: QueueRows) -> [Effect] {
    let jobs = rows.window.filter { ids.contains($0.id) && $0.canBeMoved }
    let effects = (distance > 0 ? jobs.reversed() : jobs).compactMap { job in
      rows.neighbour(of: job, distance, besides: ids).map { other -> Effect in
        .queue(.reorder(job.id, distance > 0 ? .after(other) : .before(other)))
      }
    }
    guard effects.isEmpty else { return effects }
    return [
      .notify(
        .cannot(
          "The marked jobs cannot move \(distance > 0 ? "down" : "up").",
          "They have begun, or no other job of their lane is \(distance > 0 ? "below" : "above")."))
    ]
  }
}

/// A command for all marked jobs.
package enum MarkedJobsCommand: String, Hashable, Sendable {
  case cancel, retry, hold, release, runAgain, resolve, pollNow, cancelAtServer

  /// The words that follow the number of jobs in a notice.
  package var done: String {
    switch self {
    case .cancel: "cancelled"
    case .retry: "put in the queue again"
    case .hold: "held"
    case .release: "released"
    case .runAgain: "added again"
    case .resolve: "marked as done"
    case .pollNow: "polled"
    case .cancelAtServer: "stopped at the server"
    }
  }
}
