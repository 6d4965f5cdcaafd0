import ClientModel

/// The changes that the user requested and the store has not confirmed. The panel shows these
/// changes at once, so that the next key acts on them.
///
///     key ──► shown and requested ──carried out──► shown as read from the store
extension QueueModel {
  /// Shows the changes of effects before the effects are carried out.
  mutating func show(_ effects: [Effect]) {
    let changes = effects.filter(\.isShownAtOnce)
    unconfirmed += changes
    for change in changes { apply(change) }
    if !changes.isEmpty { rows.layOut() }
  }

  /// Removes an effect that was carried out or refused. Its change is no longer applied to newly
  /// read data.
  mutating func confirm(_ effect: Effect) {
    if let index = unconfirmed.firstIndex(of: effect) { unconfirmed.remove(at: index) }
  }

  /// Applies the unconfirmed changes again. The data that was just read may be older than these
  /// changes.
  mutating func showUnconfirmed() {
    guard !unconfirmed.isEmpty else { return }
    for change in unconfirmed { apply(change) }
    rows.layOut()
  }

  /// Applies a change. Applying the same change twice has no further effect.
  private mutating func apply(_ effect: Effect) {
    switch effect {
    case .queue(.pause(let lane)): lanes.change(lane) { $0.pause = .byUser }
    case .queue(.resume(let lane)): lanes.change(lane) { $0.pause = .none }
    case .queue(.setLimit(let limit, let lane)): lanes.change(lane) { $0.limit = limit }
    case .queue(.setRate(let rate, let lane)): lanes.change(lane) { $0.rate = rate }
    case .queue(.liftHold(let lane)): lanes.change(lane) { $0.heldUntil = nil }
    case .queue(.pauseAll): lanes.pauseAll(.byUser)
    case .queue(.resumeAll): lanes.pauseAll(.none)
    case .queue(.hold(let job)): rows.change([job]) { $0.hold() }
    case .queue(.release(let job)): rows.change([job]) { $0.release() }
    case .queue(.each(.hold, let jobs)): rows.change(jobs) { $0.hold() }
    case .queue(.each(.release, let jobs)): rows.change(jobs) { $0.release() }
    case .queue(.graph(let graph, .hold)): rows.graphs.set(.hold, for: graph)
    case .queue(.graph(let graph, .release)): rows.graphs.set(.run, for: graph)
    case .queue(.reorder(let job, let neighbour)): rows.move(job, to: neighbour)
    case .queue(.delete(let deletion)):
      rows.remove(deletion.jobs)
      marked.remove(deletion.jobs)
    case .queue(.restore(let deletion)): rows.restore(deletion.jobs)
    case .queue(.retry(let job)): rows.change([job]) { $0.retry() }
    case .queue(.each(.retry, let jobs)): rows.change(jobs) { $0.retry() }
    case .queue(.cancel(let jobs)), .queue(.each(.cancel, let jobs)): rows.cancel(jobs)
    default: break
    }
  }
}

extension Effect {
  /// Whether the queue panel shows the change before the store has confirmed it.
  package var isShownAtOnce: Bool {
    switch self {
    case .queue(let effect):
      switch effect {
      case .pause, .resume, .setLimit, .setRate, .liftHold, .pauseAll, .resumeAll, .hold, .release,
        .reorder,
        .cancel, .delete, .restore, .retry, .each(.hold, _), .each(.release, _), .each(.cancel, _),
        .each(.retry, _), .graph(_, .hold), .graph(_, .release):
        true
      default: false
      }
    default: false
    }
  }
}
