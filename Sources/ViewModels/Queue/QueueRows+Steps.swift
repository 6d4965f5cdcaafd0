import ClientModel

/// The texts about the selected step of a graph.
extension QueueRows {
  /// The full error of the selected step. Nil if there is no error. The row of the step shows only
  /// the beginning.
  var failedStep: Confirmation? {
    guard case .step(let place) = selected, let graph = graphs.graph(place.graph),
      graph.steps.indices.contains(place.step), let failure = graph.steps[place.step].failure
    else { return nil }
    let job = graph.steps[place.step].job.map {
      Confirmation.Answer("Show job #\($0)", [.showJob($0)])
    }
    var sentences = [failure.what, failure.why] + failure.errorLines + [failure.advice]
    if let cause = failure.cause?.trimmed, !failure.why.contains(cause) {
      sentences.append("(\(cause))")
    }
    return Confirmation(
      "The step \(graph.plan.steps[place.step].name) failed.",
      detail: sentences.filter { !$0.isEmpty }.joined(separator: " "),
      answers: [.init("Close")] + (job.map { [$0] } ?? []))
  }

  /// The selected step if it has a result but no job. Otherwise nil.
  var computedStep: (place: GraphPosition, name: String)? {
    guard case .step(let place) = selected, let graph = graphs.graph(place.graph),
      graph.steps.indices.contains(place.step), graph.steps[place.step].job == nil,
      graph.steps[place.step].state == .done
    else { return nil }
    return (place, graph.plan.steps[place.step].name)
  }
}

extension String {
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
