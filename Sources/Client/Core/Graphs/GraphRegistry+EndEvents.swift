import ClientModel

extension GraphRegistry {
  /// The events of graphs that have ended; each end is published once.
  mutating func endEvents(of runs: [GraphRun], from place: Event.Place) -> [Event] {
    var events: [Event] = []
    for run in runs where run.isEnded && publishedEnds[run.id] != run.since {
      // Bounded: after a thousand graphs an old end may be published once more.
      if publishedEnds.count > 1_000 { publishedEnds = [:] }
      publishedEnds[run.id] = run.since
      let end = run.end(since: driven[run.id]?.began)
      events.append(Event(.graphFinished(end), at: run.since, graph: run.id, place: place))
    }
    return events
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
