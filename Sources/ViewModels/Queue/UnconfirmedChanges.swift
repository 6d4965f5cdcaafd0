import ClientModel

/// The changes that the user requested and the store has not confirmed, oldest first. The panel
/// shows these changes at once, so that the next key acts on them.
///
///     key ──► shown and requested ──carried out──► shown as read from the store
struct UnconfirmedChanges: Equatable, Sendable {
  private(set) var all: [QueueEffect] = []

  /// Adds the effects whose changes are shown at once. Returns these effects.
  mutating func add(_ effects: [Effect]) -> [QueueEffect] {
    let changes = effects.compactMap { effect -> QueueEffect? in
      if case .queue(let change) = effect, change.isShownAtOnce { change } else { nil }
    }
    all += changes
    return changes
  }

  /// Removes an effect that was carried out or refused. Its change is no longer applied to newly
  /// read data.
  mutating func remove(_ effect: Effect) {
    guard case .queue(let change) = effect, let index = all.firstIndex(of: change) else { return }
    all.remove(at: index)
  }
}

extension QueueLanes {
  /// Applies a change of lanes. Applying the same change twice has no further effect.
  mutating func apply(_ effect: QueueEffect) {
    switch effect {
    case .pause(let lane): change(lane) { $0.pause = .byUser }
    case .resume(let lane): change(lane) { $0.pause = .none }
    case .setLimit(let limit, let lane): change(lane) { $0.limit = limit }
    case .setRate(let rate, let lane): change(lane) { $0.rate = rate }
    case .liftHold(let lane): change(lane) { $0.heldUntil = nil }
    case .pauseAll: pauseAll(.byUser)
    case .resumeAll: pauseAll(.none)
    default: break
    }
  }
}

extension QueueRows {
  /// Applies a change of jobs or graphs. Applying the same change twice has no further effect.
  mutating func apply(_ effect: QueueEffect) {
    switch effect {
    case .hold(let job): change([job]) { $0.hold() }
    case .release(let job): change([job]) { $0.release() }
    case .each(.hold, let jobs): change(jobs) { $0.hold() }
    case .each(.release, let jobs): change(jobs) { $0.release() }
    case .graph(let graph, .hold): graphs.set(.hold, for: graph)
    case .graph(let graph, .release): graphs.set(.run, for: graph)
    case .reorder(let job, let neighbour): move(job, to: neighbour)
    case .delete(let deletion): remove(deletion.jobs)
    case .restore(let deletion): restore(deletion.jobs)
    case .retry(let job): change([job]) { $0.retry() }
    case .each(.retry, let jobs): change(jobs) { $0.retry() }
    case .cancel(let jobs), .each(.cancel, let jobs): cancel(jobs)
    default: break
    }
  }
}

extension Effect {
  /// Whether the queue panel shows the change before the store has confirmed it.
  package var isShownAtOnce: Bool {
    if case .queue(let effect) = self { effect.isShownAtOnce } else { false }
  }
}

extension QueueEffect {
  fileprivate var isShownAtOnce: Bool {
    switch self {
    case .pause, .resume, .setLimit, .setRate, .liftHold, .pauseAll, .resumeAll, .hold, .release,
      .reorder, .cancel, .delete, .restore, .retry, .each(.hold, _), .each(.release, _),
      .each(.cancel, _), .each(.retry, _), .graph(_, .hold), .graph(_, .release):
      true
    default: false
    }
  }
}
