package import ClientModel

/// The filter and the order of the jobs in the queue panel.
package struct QueueArrangement: Hashable, Sendable {
  /// The filter, such as `status:5xx method:post`. The syntax is that of the history. An empty text
  /// shows all jobs.
  package var filter = ""
  package var order = Order.queue
  /// The identities of the workspaces whose jobs are listed. Nil lists the jobs of all workspaces.
  package var workspaces: Set<String>?

  package init(filter: String = "", order: Order = .queue, workspaces: Set<String>? = nil) {
    self.filter = filter
    self.order = order
    self.workspaces = workspaces
  }

  package enum Order: String, CaseIterable, Hashable, Sendable {
    /// Waiting jobs in the order in which they will run, followed by ended jobs, newest first.
    case queue = "queue order"
    case newestFirst = "newest first"
    case oldestFirst = "oldest first"
  }

  /// The same filter with the next sort order.
  var sorted: QueueArrangement {
    let all = Order.allCases
    let place = all.firstIndex(of: order) ?? 0
    var sorted = self
    sorted.order = all[(place + 1) % all.count]
    return sorted
  }
}

/// The listed ended jobs on which a command will act.
package struct EndedJobs: Hashable, Sendable {
  package enum Purpose: Hashable, Sendable { case deleting, retrying }

  package var purpose: Purpose
  /// The jobs to delete, or the failed jobs that are safe to retry.
  package var ids: [JobID] = []
  package var failed = 0
  /// The failed jobs that may take effect twice.
  package var withheld: [JobID] = []

  package init(_ purpose: Purpose, among jobs: [Job]) {
    self.purpose = purpose
    for job in jobs where job.state.word.isFinished {
      let hasFailed = job.state.word == .failed
      if hasFailed { failed += 1 }
      switch purpose {
      case .deleting: ids.append(job.id)
      case .retrying where hasFailed && job.mayRepeatEffect: withheld.append(job.id)
      case .retrying: if hasFailed { ids.append(job.id) }
      }
    }
  }
}

/// The filter, sort order and progress of a search in the queue.
package struct QueueSearch: Hashable, Sendable {
  package var arrangement: QueueArrangement
  package var progress: Progress

  package init(_ arrangement: QueueArrangement, _ progress: Progress) {
    self.arrangement = arrangement
    self.progress = progress
  }

  package enum Progress: Hashable, Sendable {
    case underWay
    case complete
    /// A word of the filter is not valid.
    case unread(String)
  }
}
