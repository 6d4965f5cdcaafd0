import ClientModel

/// The changes that the user requested and the store has not confirmed. The panel shows them at
/// once, so that the next key acts on them.
///
///     key ──► shown and requested ──carried out──► shown as read from the store
extension QueueModel {
  /// Shows the changes of effects before they are carried out.
  mutating func show(_ effects: [Effect]) {
    let changes = effects.filter(\.isShownAtOnce)
    unconfirmed += changes
    for change in changes { apply(change) }
    if !changes.isEmpty { layOut() }
  }

  /// Removes an effect that was carried out or refused. Data that is read later is shown as it is.
  mutating func confirm(_ effect: Effect) {
    if let index = unconfirmed.firstIndex(of: effect) { unconfirmed.remove(at: index) }
  }

  /// Applies the requested changes again, because the data that was just read may be older.
  mutating func showUnconfirmed() {
    guard !unconfirmed.isEmpty else { return }
    for change in unconfirmed { apply(change) }
    layOut()
  }

  /// Applies a change. Applying it again has no effect.
  private mutating func apply(_ effect: Effect) {
    switch effect {
    case .queue(.pause(let lane)): change(lane) { $0.pause = .byUser }
    case .queue(.resume(let lane)): change(lane) { $0.pause = .none }
    case .queue(.setLimit(let limit, let lane)): change(lane) { $0.limit = limit }
    case .queue(.liftHold(let lane)): change(lane) { $0.heldUntil = nil }
    case .queue(.pauseAll): pauseAll(.byUser)
    case .queue(.resumeAll): pauseAll(.none)
    case .queue(.hold(let job)): change([job]) { $0.hold() }
    case .queue(.release(let job)): change([job]) { $0.release() }
    case .queue(.each(.hold, let jobs)): change(jobs) { $0.hold() }
    case .queue(.each(.release, let jobs)): change(jobs) { $0.release() }
    case .queue(.graph(let graph, .hold)): graphs.set(.hold, for: graph)
    case .queue(.graph(let graph, .release)): graphs.set(.run, for: graph)
    case .queue(.reorder(let job, let neighbour)): move(job, to: neighbour)
    case .queue(.delete(let deletion)): remove(deletion.jobs)
    case .queue(.restore(let deletion)): restore(deletion.jobs)
    case .queue(.retry(let job)): change([job]) { $0.retry() }
    case .queue(.each(.retry, let jobs)): change(jobs) { $0.retry() }
    case .queue(.cancel(let jobs)), .queue(.each(.cancel, let jobs)): cancel(jobs)
    default: break
    }
  }

  private mutating func change(_ key: LaneKey, _ change: (inout Lane) -> Void) {
    guard let index = lanes.firstIndex(where: { $0.lane.key == key }) else { return }
    change(&lanes[index].lane)
  }

  private mutating func pauseAll(_ pause: Lane.Pause) {
    for index in lanes.indices { lanes[index].lane.pause = pause }
    futurePause = pause
  }

  private mutating func change(_ jobs: [JobID], _ change: (inout Job) -> Void) {
    let ids = Set(jobs)
    for index in window.indices where ids.contains(window[index].id) { change(&window[index]) }
    graphs.change(ids, change)
  }

  /// Moves a job next to another one. If the list is not in queue order, the job stays in its row.
  private mutating func move(_ job: JobID, to neighbour: QueueEffect.Neighbour) {
    let (other, distance) =
      switch neighbour {
      case .before(let other): (other, 0)
      case .after(let other): (other, 1)
      }
    guard arrangement.order == .queue, window.contains(where: { $0.id == other }),
      let index = window.firstIndex(where: { $0.id == job })
    else { return }
    let moved = window.remove(at: index)
    let place = window.firstIndex { $0.id == other } ?? index - distance
    window.insert(moved, at: place + distance)
  }

  private mutating func remove(_ jobs: [JobID]) {
    let (count, ids) = (window.count, Set(jobs))
    if deleted.count > Self.mostDeleted { deleted = [:] }
    for (index, job) in window.enumerated() where ids.contains(job.id) {
      deleted[job.id] = DeletedJob(job: job, row: offset + index)
    }
    window.removeAll { ids.contains($0.id) }
    jobTotal -= count - window.count
  }

  /// The maximum number of deleted jobs in memory, besides those of the last deletion.
  private static let mostDeleted = 1_000

  /// Shows deleted jobs in their former rows. Jobs outside of the window appear with the next
  /// window.
  private mutating func restore(_ jobs: [JobID]) {
    let shown = Set(window.map(\.id))
    let missing = jobs.filter { !shown.contains($0) }.compactMap { deleted[$0] }
    for one in missing.sorted(by: { $0.row < $1.row }) {
      guard (0...window.count).contains(one.row - offset) else { continue }
      window.insert(one.job, at: one.row - offset)
      jobTotal += 1
    }
  }

  /// Cancels jobs. A job that has not begun ends at once, because nothing was sent, and becomes the
  /// first of the ended jobs.
  private mutating func cancel(_ jobs: [JobID]) {
    let ids = Set(jobs)
    let ending = window.filter { ids.contains($0.id) && $0.canBeMoved }
    change(jobs) { if $0.canBeMoved { $0.state = .cancelled(sent: 0) } else { $0.askToStop() } }
    for job in ending {
      leaveRow(of: job)
      guard arrangement.order == .queue, let index = window.firstIndex(where: { $0.id == job.id })
      else { continue }
      let ended = window.remove(at: index)
      let end = window.firstIndex { $0.state.word.isFinished } ?? window.endIndex
      window.insert(ended, at: max(index, end))
    }
  }
}

extension Effect {
  /// Whether the queue panel shows the change before the store has confirmed it.
  package var isShownAtOnce: Bool {
    switch self {
    case .queue(let effect):
      switch effect {
      case .pause, .resume, .setLimit, .liftHold, .pauseAll, .resumeAll, .hold, .release, .reorder,
        .cancel, .delete, .restore, .retry, .each(.hold, _), .each(.release, _), .each(.cancel, _),
        .each(.retry, _), .graph(_, .hold), .graph(_, .release):
        true
      default: false
      }
    default: false
    }
  }
}

extension Job {
  fileprivate mutating func hold() {
    if case .polling(let word, _) = state {
      state = .polling(word: word, next: nil)
    } else if canBeMoved {
      state = .held(.byUser)
    }
  }

  fileprivate mutating func release() {
    switch state {
    case .polling(let word, nil): state = .polling(word: word, next: since)
    case .held: state = .waiting(.slot)
    default: break
    }
  }

  /// Shows the job as waiting again. A job at a server does not change here: it is polled again, at
  /// a time that only the store knows.
  fileprivate mutating func retry() {
    guard canBeRetried, remote == nil || state.word != .interrupted else { return }
    (state, cancelRequested) = (.waiting(.slot), false)
  }

  fileprivate mutating func askToStop() {
    if !state.word.isFinished { cancelRequested = true }
  }
}

/// A deleted job with the row in which it was.
struct DeletedJob: Equatable, Sendable {
  let job: Job
  let row: Int
}
