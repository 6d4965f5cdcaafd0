package import ClientModel

/// Which jobs the queue panel lists, and in which order.
package struct QueueArrangement: Hashable, Sendable {
  /// Words as the history has them: `status:5xx method:post` or any text; empty for all jobs.
  package var filter = ""
  package var order = Order.queue

  package init(filter: String = "", order: Order = .queue) {
    self.filter = filter
    self.order = order
  }

  package enum Order: String, CaseIterable, Hashable, Sendable {
    /// As the jobs will run, then what has ended, the newest first.
    case queue = "queue order"
    case newestFirst = "newest first"
    case oldestFirst = "oldest first"
  }

  /// The next order in turn.
  var sorted: QueueArrangement {
    let all = Order.allCases
    let place = all.firstIndex(of: order) ?? 0
    return QueueArrangement(filter: filter, order: all[(place + 1) % all.count])
  }
}

/// How far a filter has looked through the queue.
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
    /// This word of the filter cannot be read.
    case unread(String)
  }
}

/// The jobs that the user marked, to act on all of them.
package struct MarkedJobs: Equatable, Sendable {
  package private(set) var ids: Set<JobID> = []
  /// Whether all jobs are to be marked and their list has not come.
  var isListing = false

  package var isEmpty: Bool { ids.isEmpty && !isListing }

  mutating func toggle(_ job: JobID) { ids.formSymmetricDifference([job]) }
  mutating func mark(_ jobs: [JobID]) {
    ids.formUnion(jobs)
    isListing = false
  }
  mutating func clear() { self = MarkedJobs() }

  /// In the order of their numbers.
  var sorted: [JobID] { ids.sorted() }
}

/// What is done to every marked job.
package enum MarkedOrder: String, Hashable, Sendable {
  case cancel, retry, hold, release, runAgain

  /// Behind the number of jobs.
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
