/// The hints for the queue.
extension QueueModel {
  var hints: [Command] {
    if !marked.isEmpty { return hintsOnMarked + Command.generalHints }
    let back: [Command] = isArranged ? [.app(.back)] : []
    let isInterrupted = rows.selectedJob?.state.word == .interrupted
    let decision: [Command] = isInterrupted ? [.queue(.retry), .queue(.resolve)] : []
    let commands: [Command] =
      rows.selectedBatch == nil
      ? [.queue(.show)] + back + decision
        + [
          .queue(.pause), .queue(.cancel), .queue(.edit), .app(.help),
          .queue(.filter), .queue(.pollNow),
          .queue(.cancelAtServer), .queue(.retry), .queue(.runAgain), .queue(.hold),
          .queue(.delete), .queue(.liftHold), .queue(.clearFinished),
        ].filter { !decision.contains($0) }
      : back + [
        .queue(.show), .queue(.mark), .queue(.hold), .queue(.retryFailed), .app(.help),
        .queue(.nextFailed), .queue(.saveRows), .queue(.cancel), .queue(.delete), .queue(.pause),
      ]
    return commands + Command.generalHints
  }

  /// The commands for the marked jobs, and the command that removes the marks.
  private var hintsOnMarked: [Command] {
    [
      .app(.back), .queue(.mark), .queue(.compare), .queue(.cancel), .queue(.retry), .app(.help),
      .queue(.delete), .queue(.hold), .queue(.runAgain), .queue(.markAll),
    ]
  }

  /// The hint for the back command in this panel. Nil if there are no marks, no filter and no sort
  /// order.
  var backHint: String? {
    if !marked.isEmpty { return "remove marks" }
    if !rows.arrangement.filter.isEmpty { return "all jobs" }
    if rows.arrangement.order != .queue { return "queue order" }
    return isArranged ? "this workspace" : nil
  }
}
