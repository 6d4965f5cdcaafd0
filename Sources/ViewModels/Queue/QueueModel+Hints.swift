/// What the hint bar offers for the queue.
extension QueueModel {
  var hints: [Command] {
    let commands: [Command] =
      selectedBatch == nil
      ? [
        .queue(.show), .queue(.pause), .queue(.cancel), .queue(.edit), .app(.help),
        .queue(.filter), .queue(.pollNow),
        .queue(.cancelAtServer), .queue(.retry), .queue(.runAgain), .queue(.hold),
        .queue(.resolve), .queue(.liftHold), .queue(.clearFinished),
      ]
      : [
        .queue(.mark), .queue(.hold), .queue(.retry), .app(.help), .queue(.nextFailed),
        .queue(.saveRows), .queue(.cancel), .queue(.delete), .queue(.pause),
      ]
    return commands + Command.generalHints
  }
}
