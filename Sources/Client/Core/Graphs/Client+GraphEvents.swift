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
      events.append(Event(.graphFinished(run.end), at: run.since, graph: run.id, place: place))
    }
    emit(events)
  }
}

extension GraphRun {
  fileprivate var end: Event.GraphEnd {
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
      isStopped: isStopped)
  }
}
