import ClientModel

extension GraphRun {
  /// Returns the summary of an ended graph.
  ///
  /// - Parameters:
  ///   - began: The start of the first step. If it is nil, the time of the earliest ended step is
  ///     used.
  ///   - results: The results of the steps, by step number.
  func end(since began: Timestamp?, results: [Int: StoredBody]) -> Event.GraphEnd {
    if rows != nil {
      return Event.GraphEnd(
        name: plan.name, rows: summary, duration: max(.zero, since.since(created)))
    }
    let outcomes = steps.map { step -> Event.GraphEnd.Outcome in
      switch step.state {
      case .done: .done
      case .failed: .failed
      case .cancelled: .cancelled
      case .skipped: .skipped
      case .waiting, .running, .notRun: .notRun
      }
    }
    return Event.GraphEnd(
      name: plan.name,
      steps: outcomes.enumerated().map { number, outcome in
        Event.GraphEnd.Step(
          name: plan.steps[number].name, outcome: outcome, job: steps[number].job,
          result: results[number] ?? .none)
      }, isStopped: isStopped,
      duration: (began ?? steps.compactMap(\.since).min()).map { max(.zero, since.since($0)) })
  }
}
