import ClientModel

/// The ends of graphs, as events.
extension Client {
  func record(_ runs: [GraphRun], from place: Event.Place) {
    guard wants(.graphFinished) else { return }
    var events: [Event] = []
    for run in runs where run.isEnded && graphs.toldEnds[run.id] != run.since {
      // Bounded: whoever listens for weeks may hear of an old end once more.
      if graphs.toldEnds.count > 1_000 { graphs.toldEnds = [:] }
      graphs.toldEnds[run.id] = run.since
      let end = run.end(since: graphs.driven[run.id]?.began)
      events.append(Event(.graphFinished(end), at: run.since, graph: run.id, place: place))
    }
    emit(events)
  }
}

extension GraphRun {
  /// - Parameter began: When its first step started; where that is not known, the end of the one that
  ///   was first to end stands for it.
  fileprivate func end(since began: Timestamp?) -> Event.GraphEnd {
    if rows != nil {
      return Event.GraphEnd(
        name: plan.name, rows: summary, duration: max(.zero, since.since(created)))
    }
    let outcomes = steps.map { step -> Event.GraphEnd.Outcome in
      switch step.state {
      case .done: .done
      case .failed: .failed
      case .skipped: .skipped
      case .waiting, .running, .notRun: .notRun
      }
    }
    return Event.GraphEnd(
      name: plan.name, steps: zip(plan.steps.map(\.name), outcomes).map { ($0, $1) },
      isStopped: isStopped,
      duration: (began ?? steps.compactMap(\.since).min()).map { max(.zero, since.since($0)) })
  }
}
