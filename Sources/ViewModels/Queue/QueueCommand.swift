/// What can be done to jobs and lanes.
package enum QueueCommand: String, CommandGroup {
  case pause, pauseAll, raiseLimit, lowerLimit, liftHold
  case cancel, retry, retryFailed, runAgain, resolve, hold, moveDown, moveUp
  case askNow, cancelAtServer, forget, clearFinished, fold, nextFailed, saveRows, show

  package var facts: CommandFacts {
    switch self {
    case .pause: .init("Pause or resume this lane", hint: "pause", in: .queue)
    case .pauseAll: .init("Pause or resume all lanes", hint: "pause all", in: .queue)
    case .raiseLimit:
      .init("Let one more job of this lane run at once", hint: "limit +1", in: .queue)
    case .lowerLimit:
      .init("Let one job less of this lane run at once", hint: "limit -1", in: .queue)
    case .liftHold:
      .init("Stop waiting for the server's Retry-After", hint: "lift hold", in: .queue)
    case .cancel: .init("Cancel this job", hint: "cancel", in: .queue)
    case .retry: .init("Retry this job", hint: "retry", in: .queue)
    case .retryFailed:
      .init(
        "Retry every failed job", hint: "retry failed",
        help: "Asks before it repeats a request that is not idempotent and had a response.",
        in: .queue)
    case .runAgain: .init("Run this request again as a new job", hint: "run again", in: .queue)
    case .resolve: .init("Mark an interrupted job as done", hint: "mark done", in: .queue)
    case .hold: .init("Hold or release this job", hint: "hold", in: .queue)
    case .askNow: .init("Ask the server now how far this job is", hint: "poll now", in: .queue)
    case .cancelAtServer:
      .init("Tell the server to stop this job", hint: "stop at server", in: .queue)
    case .moveDown: .init("Move this job down", hint: "move down", in: .queue)
    case .moveUp: .init("Move this job up", hint: "move up", in: .queue)
    case .forget:
      .init("Forget this finished job, or ask no more for it", hint: "forget", in: .queue)
    case .clearFinished: .init("Forget all finished jobs", hint: "clear finished", in: .queue)
    case .fold: .init("Fold or unfold this graph", hint: "fold", in: .queue)
    case .nextFailed:
      .init("Go to the next failed row of this batch", hint: "next failed", in: .queue)
    case .saveRows:
      .init("Save what came of each row of this batch", hint: "save rows", in: .queue)
    case .show: .init("Show this job's response", hint: "show", in: .queue)
    }
  }
}
