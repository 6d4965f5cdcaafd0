package import ClientModel

/// The filter and the order of the jobs in the queue panel.
package struct QueueArrangement: Hashable, Sendable {
  /// The filter, such as `status:5xx method:post`. The syntax is that of the history. An empty text
  /// shows all jobs.
  package var filter = ""
  package var order = Order.queue

  package init(filter: String = "", order: Order = .queue) {
    self.filter = filter
    self.order = order
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
    return QueueArrangement(filter: filter, order: all[(place + 1) % all.count])
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

/// The jobs that the user marked. Many commands then act on all of them.
package struct MarkedJobs: Equatable, Sendable {
  package private(set) var ids: Set<JobID> = []
  /// Whether all listed jobs will be marked as soon as their numbers arrive.
  var isListing = false

  package var isEmpty: Bool { ids.isEmpty && !isListing }

  mutating func toggle(_ job: JobID) { ids.formSymmetricDifference([job]) }
  mutating func mark(_ jobs: [JobID]) {
    ids.formUnion(jobs)
    isListing = false
  }
  mutating func clear() { self = MarkedJobs() }

  var sorted: [JobID] { ids.sorted() }
}

/// A command for all marked jobs.
package enum MarkedJobsCommand: String, Hashable, Sendable {
  case cancel, retry, hold, release, runAgain

  /// The words that follow the number of jobs in a notice.
  package var done: String {
    switch self {
    case .cancel: "cancelled"
    case .retry: "put in the queue again"
    case .hold: "held"
    case .release: "released"
    case .runAgain: "added again"
    }
  }
}
