import ClientModel

extension GraphRun {
  /// - Parameters:
  ///   - began: When its first step started; where that is not known, the end of the one that
  ///     was first to end stands for it.
  ///   - results: The results of its steps, by their numbers.
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
