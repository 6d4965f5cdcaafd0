import ClientModel

/// Why a command can do nothing now.
extension QueueModel {
  /// The reason as a notice; nil when the command can act.
  package func obstacle(to command: QueueCommand) -> Notice? {
    switch command {
    case .pause, .raiseLimit, .lowerLimit, .liftHold: laneObstacle(to: command)
    case .pauseAll:
      lanes.isEmpty ? .cannot("There is no lane to pause.", "No request was added yet.") : nil
    case .retryFailed:
      count(of: .failed) == 0
        ? .cannot(
          "Nothing to retry.", "No job has failed.",
          "Select a job and run it again.") : nil
    case .clearFinished:
      count(of: .succeeded, .failed, .cancelled, .skipped) == 0
        ? .cannot("Nothing to forget.", "No job is finished.") : nil
    case .fold:
      foldable == nil ? .cannot("Nothing to fold.", "Only a graph and its steps fold.") : nil
    case .nextFailed, .saveRows:
      selectedBatch == nil
        ? .cannot(
          "No batch is selected.", "This is about the rows of one.",
          "`weir queue add --each FILE` makes one; so does the palette.") : nil
    case .show where failedStep != nil || computedStep != nil: nil
    case .cancel, .retry, .runAgain, .resolve, .hold, .moveDown, .moveUp, .askNow,
      .cancelAtServer, .forget, .show:
      selectedGraph.map { graphObstacle(to: command, on: $0) } ?? jobObstacle(to: command)
    }
  }

  private func laneObstacle(to command: QueueCommand) -> Notice? {
    guard let lane = currentLane?.lane else {
      return .cannot(
        "No lane is meant.", "There is no job under the cursor.", "Add a request to the queue.")
    }
    switch command {
    case .lowerLimit where lane.limit <= 1:
      return .cannot(
        "The limit stays at 1.", "A lane that runs nothing is a paused one.", "Pause the lane.")
    case .liftHold where lane.heldUntil == nil:
      return .cannot("Nothing to lift.", "The server did not ask \(lane.key.name) to wait.")
    default: return nil
    }
  }

  private func graphObstacle(to command: QueueCommand, on graph: GraphRun) -> Notice? {
    let stands = "\(graph.title): \(graph.summary.text)."
    switch command {
    case .cancel where graph.isEnded: return .cannot("Nothing to cancel.", stands)
    case .retry where !graph.canBeRetried: return .cannot("Nothing to retry.", stands)
    case .hold where graph.isEnded:
      return .cannot("Nothing of it is left to hold.", stands)
    case .forget where graph.rows != nil:
      return graph.isEnded
        ? nil : .cannot("Only a batch that has ended can be forgotten.", stands, "Cancel it first.")
    case .runAgain, .resolve, .moveDown, .moveUp, .askNow, .cancelAtServer, .forget:
      return .cannot(
        "That is done to jobs.", "\(graph.title) is selected.",
        "Select one of its \(graph.rows == nil ? "steps" : "rows").")
    default: return nil
    }
  }

  private func jobObstacle(to command: QueueCommand) -> Notice? {
    guard let job = selectedJob else {
      if case .step = selected {
        return .cannot("This row has no job.", "It is being read, or its job was forgotten.")
      }
      return .cannot("No job is selected.", "The queue is empty.", "Add a request to it first.")
    }
    let verb = job.state.word == .succeeded || job.state.word == .failed ? "has" : "is"
    let stands = "Job \(job.id) \(verb) \(job.state.word.rawValue)."
    switch command {
    case .cancel where job.state.word.isFinished: return .cannot("Nothing to cancel.", stands)
    case .cancel where job.cancelRequested:
      return .cannot("Already asked to stop.", "Job \(job.id) ends in a moment.")
    case .retry where !job.canBeRetried:
      return .cannot("Nothing to retry.", stands, "To send it once more, run it again.")
    case .resolve where job.state.word != .interrupted:
      return .cannot("Only an interrupted job can be marked as done.", stands)
    case .hold where !job.canBeMoved && !job.isPolled:
      return .cannot("Only a job that has not begun can be held.", stands)
    case .moveDown where !job.canBeMoved, .moveUp where !job.canBeMoved:
      return .cannot("Only a job that has not begun can be moved.", stands)
    case .moveDown where neighbour(of: job, 1) == nil:
      return .cannot("Job \(job.id) is the last of its lane.", "Nothing waits behind it.")
    case .moveUp where neighbour(of: job, -1) == nil:
      return .cannot("Job \(job.id) is the first of its lane.", "Nothing waits before it.")
    case .askNow where job.state.word != .polling:
      return .cannot(
        "There is nothing to ask.",
        job.isPolled ? "Job \(job.id) is being asked for." : "No server works on job \(job.id).")
    case .cancelAtServer where job.remote == nil:
      return .cannot(
        "There is nothing to stop.", "No server works on job \(job.id).", "x cancels it here.")
    case .cancelAtServer where job.remote?.cancelAddress == nil:
      return .cannot(
        "The server offers no way to stop job \(job.id).", "Its rule names no cancel call.",
        "x stops asking for it.")
    case .cancelAtServer where job.state.word == .succeeded || job.state.word == .failed:
      return .cannot("There is nothing to stop.", stands)
    case .forget where !job.state.word.isFinished && !job.isAtServer:
      return .cannot("Only a finished job can be forgotten.", stands, "Cancel it first.")
    default: return nil
    }
  }
}

extension GraphRun {
  /// Whether something in it failed or was given up.
  fileprivate var canBeRetried: Bool {
    if let counts = rows?.counts {
      return counts[.failed] + counts[.cancelled] + counts[.skipped] > 0
    }
    return hasFailedStep
  }

  private var hasFailedStep: Bool {
    steps.contains { $0.state == .failed || $0.state == .notRun }
  }
}

extension Notice {
  /// A command that did nothing, and why.
  static func cannot(_ what: String, _ why: String, _ whatToDo: String = "") -> Notice {
    Notice(.info, what, why: why, whatToDo: whatToDo)
  }
}
