package import ClientModel

extension RequestGraph {
  /// Creates the graph of a plan.
  ///
  /// - Throws: A flaw if two steps have the same name, a name is unknown, or the steps form a
  ///   cycle. The flaw contains the names from the plan.
  package init(_ plan: GraphPlan, states: [StepState]? = nil) throws(GraphFlaw) {
    var numbers: [String: Int] = [:]
    for (number, step) in plan.steps.enumerated() {
      guard numbers.updateValue(number, forKey: step.name) == nil else {
        throw .sameName(step.name)
      }
    }
    var links: [Links] = []
    for step in plan.steps {
      links.append(
        Links(
          needs: try Self.find(step.needs + step.inputs.compactMap(\.step), for: step, numbers),
          follows: try Self.find(step.after, for: step, numbers)))
    }
    do throws(Flaw) {
      try self.init(links, policy: plan.onFailure, states: states)
    } catch {
      switch error {
      case .unknownStep(let step, _): throw .unknownStep(in: plan.steps[step].name, "?", nil)
      case .cycle(let steps): throw .cycle(steps.map { plan.steps[$0].name })
      }
    }
  }

  private static func find(
    _ names: [String], for step: GraphStep, _ numbers: [String: Int]
  ) throws(GraphFlaw) -> [Int] {
    var found: [Int] = []
    for name in names {
      guard let number = numbers[name] else {
        throw .unknownStep(
          in: step.name, name, NearestWord.nearest(to: name, in: numbers.keys.sorted()))
      }
      found.append(number)
    }
    return found
  }
}

/// The reason why a plan is not a valid graph.
package enum GraphFlaw: Error, Hashable, Sendable {
  case sameName(String)
  /// A step uses an unknown name. The last value is the most similar existing name.
  case unknownStep(in: String, String, String?)
  /// These steps wait for each other in a cycle. The last step waits for the first.
  case cycle([String])

  package var what: String {
    switch self {
    case .sameName(let name): "Two steps are named `\(name)`."
    case .unknownStep(let step, let name, _): "Step `\(step)` waits for `\(name)`."
    case .cycle(let names): "The steps \(names.joined(separator: ", ")) wait for each other."
    }
  }

  package var why: String {
    switch self {
    case .sameName: "A name must identify one step."
    case .unknownStep: "No step has that name."
    case .cycle: "None of them could ever start."
    }
  }

  package var whatToDo: String {
    switch self {
    case .sameName: "Give one of them another name."
    case .unknownStep(_, _, let nearest):
      (nearest.map { "Did you mean `\($0)`? " } ?? "") + "Name a step of this graph."
    case .cycle: "Remove one of the links between them."
    }
  }
}
