import ClientModel

/// The reasons why commands cannot act now, as notices. Nil means that the command can act.
extension QueueModel {
  package func obstacle(to command: QueueCommand) -> Notice? { command.row.obstacle(self) }

  /// Returns the reason why a command cannot act on the current lane. If there is a lane, `reason`
  /// determines the result.
  func laneObstacle(_ reason: (Lane) -> Notice? = { _ in nil }) -> Notice? {
    guard let lane = currentLane?.lane else {
      return .cannot(
        "No lane selected.", "There is no job under the cursor.", "Add a request to the queue."
      )
    }
    return reason(lane)
  }

  /// Returns the reason why a command cannot act on the selected job. If a job is selected,
  /// `reason` determines the result.
  ///
  /// - Parameter graphReason: Determines the result while a graph is selected.
  func jobObstacle(
    _ reason: (Job) -> Notice? = { _ in nil }, onGraph graphReason: (GraphRun) -> Notice? = \.noJob
  ) -> Notice? {
    if let graph = rows.selectedGraph { return graphReason(graph) }
    if let job = rows.selectedJob { return reason(job) }
    if rows.selectedSection != nil {
      return .cannot("No job is selected.", "A heading is selected.", "Select a job below it.")
    }
    if case .step = rows.selected {
      return .cannot("This row has no job.", "It is being read, or its job was deleted.")
    }
    return .cannot("No job is selected.", "The queue is empty.", "Add a request to it first.")
  }

  /// Returns the reason why a command cannot act on the marked jobs. If no jobs are marked, the
  /// selected job is checked.
  func markedObstacle(
    _ reason: (Job) -> Notice? = { _ in nil }, onGraph graphReason: (GraphRun) -> Notice? = \.noJob
  ) -> Notice? {
    if marked.isListing {
      return .cannot("The jobs are still being marked.", "The list is long.", "Try again.")
    }
    return marked.isEmpty ? jobObstacle(reason, onGraph: graphReason) : nil
  }

  var emptyObstacle: Notice? {
    rows.total > 0
      ? nil : .cannot("No job is listed.", "The queue is empty, or the filter matches none.")
  }

  /// The reason why the command that marks all jobs cannot act, or nil if it can. Also nil while a
  /// filter is searching, because the visible list may belong to an earlier filter.
  var markAllObstacle: Notice? { search == .underWay ? nil : emptyObstacle }

  /// The reason why the list cannot be filtered or sorted, or nil if it can. A filter without
  /// matches can still be changed.
  var listObstacle: Notice? { isArranged ? nil : emptyObstacle }

  /// The hint for the mark command on a graph or a heading.
  var markHint: String? {
    if let section = rows.selectedSection {
      return rows.folded.contains(section) ? "unfold" : "fold"
    }
    guard rows.selectedJob == nil, let graph = rows.foldable.flatMap(rows.graphs.graph) else {
      return nil
    }
    return rows.graphs.isOpen(graph) ? "fold" : "unfold"
  }

  /// The reason why the marked jobs cannot be compared. Nil if they can.
  var comparingObstacle: Notice? {
    let jobs = marked.jobs(in: rows)
    let why: String
    switch marked.ids.count {
    case 2 where jobs.count < 2: why = "One of the marked jobs is too far away in the list."
    case 2:
      guard let job = jobs.first(where: { !$0.state.word.isFinished || $0.attempts == 0 }) else {
        return nil
      }
      why = job.state.word.isFinished ? "Job \(job.id) was not sent." : job.standing
    case 0: why = "No job is marked."
    case 1: why = "Only one job is marked."
    case let count: why = "\(count.grouped) jobs are marked."
    }
    return .cannot(
      "There is nothing to compare.", why,
      "Mark two finished jobs with \(key: .queue(.mark)), and no others.")
  }

  var showObstacle: Notice? {
    rows.failedStep != nil || rows.computedStep != nil || rows.selectedSection != nil
      ? nil : jobObstacle(onGraph: { _ in nil })
  }

  var batchObstacle: Notice? {
    guard rows.selectedBatch == nil else { return nil }
    return .cannot(
      "No batch is selected.", "Only the rows of a batch can be saved.",
      "Select a batch; \(key: .composer(.queueEach)) in the request panel queues one.")
  }

  /// Returns the reason why a job cannot be moved in its lane. Returns nil if it can be moved.
  ///
  /// - Parameter distance: 1 for down, -1 for up.
  func moveObstacle(of job: Job, by distance: Int) -> Notice? {
    if !job.canBeMoved {
      return .cannot("Only a job that has not begun can be moved.", job.standing)
    }
    if rows.neighbour(of: job, distance) != nil { return nil }
    let place = distance > 0 ? "below" : "above"
    let kind = job.state.word == .held ? "held" : "waiting"
    let hasBatch = rows.graphs.graphs.contains {
      $0.rows != nil && !$0.isEnded && rows.graphs.lane(of: $0) == job.lane
    }
    return .cannot(
      "Job \(job.id) cannot move \(distance > 0 ? "down" : "up").",
      "No other \(kind) job of lane \(job.lane.name) is \(place) it."
        + (hasBatch ? " Jobs cannot move past the rows of a batch." : ""))
  }

  /// The hint for the hold command if the command does not hold the selected job. Otherwise nil.
  var holdHint: String? {
    guard let job = rows.selectedJob else {
      return rows.selectedGraph?.instruction == .hold ? "release" : nil
    }
    if let graph = rows.graphs.holding(job) { return "release \(graph.id)" }
    return job.isOnHold ? "release" : job.isPolled ? "pause polling" : nil
  }
}

extension Lane {
  var lowestLimit: Notice? {
    limit > 1
      ? nil
      : .cannot(
        "The limit stays at 1.", "With a limit of 0, the lane would run nothing.", "Pause the lane."
      )
  }

  var noHold: Notice? {
    heldUntil == nil
      ? .cannot("Nothing to lift.", "The server did not ask \(key.name) to wait.") : nil
  }
}

extension GraphRun {
  private var progress: String { "\(title): \(summary.text)." }

  var noJob: Notice? {
    .cannot(
      "That applies only to jobs.", "\(title) is selected.",
      "Select one of its \(rows == nil ? "steps" : "rows").")
  }

  var cancelObstacle: Notice? { isEnded ? .cannot("Nothing to cancel.", progress) : nil }

  var retryObstacle: Notice? { canBeRetried ? nil : .cannot("Nothing to retry.", progress) }

  var holdObstacle: Notice? {
    isEnded ? .cannot("There is nothing left to hold.", progress) : nil
  }

  var deleteObstacle: Notice? {
    guard rows != nil else { return noJob }
    return isEnded
      ? nil : .cannot("Only a batch that has ended can be deleted.", progress, "Cancel it first.")
  }

  /// Whether a step or row failed, was cancelled or was not run.
  private var canBeRetried: Bool {
    if let counts = rows?.counts {
      return counts[.failed] + counts[.cancelled] + counts[.skipped] > 0
    }
    return steps.contains { $0.state.isUnsuccessful || $0.state == .notRun }
  }
}

extension Job {
  private var hasResult: Bool { state.word == .succeeded || state.word == .failed }

  fileprivate var standing: String {
    "Job \(id) \(hasResult ? "has" : "is") \(state.word.rawValue)."
  }

  var cancelObstacle: Notice? {
    if state.word.isFinished { return .cannot("Nothing to cancel.", standing) }
    return cancelRequested
      ? .cannot("Nothing to cancel.", "Job \(id) is already being cancelled.") : nil
  }

  var retryObstacle: Notice? {
    canBeRetried
      ? nil : .cannot("Nothing to retry.", standing, "To send it once more, run it again.")
  }

  var resolveObstacle: Notice? {
    state.word == .interrupted
      ? nil : .cannot("Only an interrupted job can be marked as done.", standing)
  }

  var holdObstacle: Notice? {
    canBeMoved || isPolled
      ? nil : .cannot("Only a job that has not begun can be held.", standing)
  }

  var askObstacle: Notice? {
    guard state.word != .polling else { return nil }
    return .cannot(
      "There is nothing to poll.",
      isPolled ? "Job \(id) is being polled." : "No server is processing job \(id).",
      isPolled
        ? "" : "\(key: .response(.poll)) in the response polls the work that a 202 accepted.")
  }

  var serverCancelObstacle: Notice? {
    guard let remote else {
      return .cannot(
        "There is nothing to stop.", "No server is processing job \(id).",
        "\(key: .queue(.cancel)) cancels it here.")
    }
    if remote.cancelAddress == nil {
      return .cannot(
        "Job \(id) cannot be stopped at the server.", "Its remote rule has no cancel request.",
        "\(key: .queue(.cancel)) stops polling it.")
    }
    return hasResult ? .cannot("There is nothing to stop.", standing) : nil
  }

  var deleteObstacle: Notice? {
    state.word.isFinished || isAtServer
      ? nil : .cannot("Only a finished job can be deleted.", standing, "Cancel it first.")
  }
}

extension Notice {
  /// Returns a notice that a command did nothing, and the reason.
  static func cannot(_ what: String, _ why: String, _ whatToDo: String = "") -> Notice {
    Notice(.info, what, why: why, whatToDo: whatToDo)
  }
}
