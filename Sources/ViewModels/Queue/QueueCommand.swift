/// Commands for jobs and lanes.
package enum QueueCommand: String, CommandGroup {
  case pause, pauseAll, raiseLimit, lowerLimit, liftHold
  case cancel, retry, retryFailed, runAgain, edit, resolve, hold, moveDown, moveUp
  case pollNow, cancelAtServer, delete, clearFinished, fold, nextFailed, previousFailed, saveRows
  case show, filter, sort, workspaces, mark, markAll, compare

  package static let family = CommandFamily(
    name: "queue", heading: "Queue", context: .queue, model: { $0.queue })

  package var row: CommandRow<QueueModel> {
    switch self {
    case .pause:
      .init(
        "Pause or resume this lane", hint: "pause lane", keys: "p",
        variant: { $0.currentLane?.lane.isPaused == true ? "resume lane" : nil },
        unless: { $0.laneObstacle() })
    case .pauseAll:
      .init("Pause or resume all lanes", hint: "pause all", keys: "P")
    case .raiseLimit:
      .init(
        "Raise the limit of this lane by one", hint: "limit +1", keys: "+",
        unless: { $0.laneObstacle() })
    case .lowerLimit:
      .init(
        "Lower the limit of this lane by one", hint: "limit -1", keys: "-",
        unless: { $0.laneObstacle(\.lowestLimit) })
    case .liftHold:
      .init(
        "Stop waiting for the server's Retry-After", hint: "lift hold", keys: "L",
        unless: { $0.laneObstacle(\.noHold) })
    case .cancel:
      .init(
        "Cancel this job", hint: "cancel", keys: "x",
        unless: { $0.markedObstacle(\.cancelObstacle, onGraph: \.cancelObstacle) })
    case .retry:
      .init(
        "Retry this job", hint: "retry",
        help:
          "Sends the same job once more, as another attempt. \(key: .queue(.runAgain)) makes a new job.",
        keys: "r",
        unless: { $0.markedObstacle(\.retryObstacle, onGraph: \.retryObstacle) })
    case .retryFailed:
      .init(
        "Retry every failed job", hint: "retry failed",
        help: "In a graph or batch, retries only its failed jobs. "
          + "Asks before repeating a non-idempotent request that already got a response.",
        keys: "R",
        unless: {
          if let graph = $0.rows.containingGraph { return graph.retryObstacle }
          return $0.lanes.count(of: .failed) == 0
            ? .cannot("Nothing to retry.", "No job has failed.", "Select a job and run it again.")
            : nil
        })
    case .runAgain:
      .init(
        "Run this request again as a new job", hint: "run again",
        help: "The response of this job is kept, for comparison with the new one.", keys: "A", "s",
        unless: { $0.markedObstacle() })
    case .edit:
      .init(
        "Edit this request and send it again", hint: "edit", keys: "e",
        unless: { $0.jobObstacle() })
    case .resolve:
      .init(
        "Mark an interrupted job as done", hint: "mark done", keys: "M",
        unless: { $0.markedObstacle(\.resolveObstacle) })
    case .hold:
      .init(
        "Hold or release this job", hint: "hold", keys: "H", variant: \.holdHint,
        unless: { $0.markedObstacle(\.holdObstacle, onGraph: \.holdObstacle) })
    case .pollNow:
      .init(
        "Poll the remote job now", hint: "poll now", keys: "Q",
        unless: { $0.markedObstacle(\.askObstacle) })
    case .cancelAtServer:
      .init(
        "Cancel this job at the server", hint: "stop at server", keys: "X",
        unless: { $0.markedObstacle(\.serverCancelObstacle) })
    case .moveDown:
      .init(
        "Move this job down", hint: "move down", keys: "J",
        unless: { model in model.markedObstacle { model.moveObstacle(of: $0, by: 1) } })
    case .moveUp:
      .init(
        "Move this job up", hint: "move up", keys: "K",
        unless: { model in model.markedObstacle { model.moveObstacle(of: $0, by: -1) } })
    case .delete:
      .init(
        "Delete this finished job, or stop polling it", hint: "delete", keys: "d",
        unless: { $0.markedObstacle(\.deleteObstacle, onGraph: \.deleteObstacle) })
    case .clearFinished:
      .init(
        "Delete all finished jobs", hint: "delete all finished",
        help: "Acts on the listed jobs and batches: with a filter, only on the matching ones.",
        keys: "C",
        unless: {
          if $0.rows.total == 0 { return $0.emptyObstacle }
          return $0.lanes.count(of: .succeeded, .failed, .cancelled, .skipped) == 0
            ? .cannot("Nothing to delete.", "No job is finished.") : nil
        })
    case .fold:
      .init(
        "Fold or unfold this graph or section", hint: "fold",
        help: "\(key: .queue(.mark)) folds a graph or a section too.",
        unless: {
          $0.rows.foldable == nil && $0.rows.selectedSection == nil
            ? .cannot("Nothing to fold.", "Only sections and graphs fold.") : nil
        })
    case .nextFailed:
      .init(
        "Go to the next failed job", hint: "next failed",
        help: "In a batch, moves to the next failed row.", keys: "f", unless: { $0.emptyObstacle })
    case .previousFailed:
      .init(
        "Go to the previous failed job", hint: "previous failed", keys: "F",
        unless: { $0.emptyObstacle })
    case .filter:
      .init(
        "Filter the queue", hint: "filter",
        help:
          "Accepts the words of the history's filter: status:5xx state:failed method:post gateway:api since:2h, "
          + "or any text. \(key: .app(.back)) shows all jobs.", keys: "/",
        unless: { $0.listObstacle })
    case .sort:
      .init(
        "Sort the queue", hint: "sort",
        help: "Cycles through queue order, newest first and oldest first.", keys: "O",
        unless: { $0.listObstacle })
    case .workspaces:
      .init(
        "Show the jobs of this workspace or of all", hint: "all workspaces",
        help: "In the list of all jobs, each row names its workspace.", keys: "&",
        variant: { $0.lanes.workspaces == nil ? "this workspace" : nil },
        unless: {
          $0.lanes.home == nil
            ? .cannot("The workspace is not known yet.", "It is being read.") : nil
        })
    case .mark:
      .init(
        "Mark this job, or fold this graph or section", hint: "mark",
        help: "Cancel, retry, hold, run again, delete, move and the other commands for one job act "
          + "on all marked jobs. Only edit and show act on the selected job. "
          + "\(key: .app(.back)) removes the marks.", keys: "space", variant: \.markHint,
        unless: { $0.emptyObstacle })
    case .markAll:
      .init(
        "Mark all jobs of the list", hint: "mark all",
        help: "With a filter, marks only the matching jobs.",
        keys: "ctrl+a", unless: { $0.markAllObstacle })
    case .compare:
      .init(
        "Compare the two marked jobs", hint: "compare",
        help: "Shows the response of the newer job beside the response of the older one.",
        keys: "=", unless: { $0.comparingObstacle })
    case .saveRows:
      .init(
        "Save the results of the rows of this batch", hint: "save rows", keys: "w",
        unless: { $0.batchObstacle })
    case .show:
      .init(
        "Show this job's response, or the results of this graph", hint: "show",
        help: "Folds a section.", keys: "enter",
        variant: {
          if $0.rows.selectedSection != nil { return $0.markHint }
          if case .graph = $0.rows.selected { return "summary" } else { return nil }
        },
        unless: { $0.showObstacle })
    }
  }
}
