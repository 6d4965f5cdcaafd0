import ClientModel

extension GraphRun {
  /// - Parameter began: When its first step started; where that is not known, the end of the one that
  ///   was first to end stands for it.
  func end(since began: Timestamp?) -> Event.GraphEnd {
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
