import ClientModel

/// A graph that the user is assembling. It has saved requests in execution order, and inputs from
/// earlier steps.
struct GraphDraft: Hashable, Sendable {
  /// A saved request as a step of the graph.
  struct Step: Hashable {
    /// The name, unique in the graph.
    let name: String
    fileprivate(set) var request: String
    var inputs: [GraphStep.Input] = []
  }

  /// The name under which the graph was saved. Nil if it was not saved yet.
  var savedName: String?
  private(set) var steps: [Step] = []
  /// The variables of each request that have no value. The key is the name of the request. A
  /// request that was not read yet has no entry.
  private var variables: [String: [String]] = [:]

  // MARK: Steps

  /// Appends a step. The step is named after the last part of the request's name. A number is added
  /// if the name is in use.
  mutating func add(_ request: String) {
    let name = request.words(at: "/").last.map(String.init) ?? request
    let names = Set(steps.map(\.name))
    let free =
      names.contains(name)
      ? (2...steps.count + 2).lazy.map { "\(name)-\($0)" }.first { !names.contains($0) } : name
    steps.append(Step(name: free ?? name, request: request))
  }

  /// Sets the new name of a saved request in all steps.
  mutating func rename(_ request: String, to other: String) {
    for index in steps.indices where steps[index].request == request {
      steps[index].request = other
    }
    variables[other] = variables.removeValue(forKey: request)
  }

  mutating func remove(_ name: String) { steps.removeAll { $0.name == name } }

  /// Moves a step by one position.
  ///
  /// - Returns: The new index of the step, or nil if the step cannot move.
  mutating func move(_ name: String, _ direction: Direction) -> Int? {
    guard let index = index(of: name) else { return nil }
    let target = direction == .down ? index + 1 : index - 1
    guard steps.indices.contains(target) else { return nil }
    steps.swapAt(index, target)
    return target
  }

  enum Direction { case up, down }

  func index(of name: String) -> Int? { steps.firstIndex { $0.name == name } }
  func step(_ name: String) -> Step? { steps.first { $0.name == name } }

  /// Returns the steps before a step. Their results can be inputs of that step.
  func steps(before name: String) -> [Step] {
    index(of: name).map { Array(steps[..<$0]) } ?? []
  }

  /// The names of all requests in the graph. Duplicates are removed.
  var requests: [String] {
    steps.map(\.request).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  // MARK: Variables

  /// Stores the names of a request's variables that have no value.
  mutating func take(_ variables: [String], of request: String) {
    self.variables[request] = variables
  }

  /// Returns the variable names that can be inputs of a step. The variables of its request are
  /// first, followed by inputs with different names.
  func names(of step: Step) -> [String] {
    let known = variables[step.request] ?? []
    return known + step.inputs.map(\.name).filter { !known.contains($0) }
  }

  /// Returns the variables of a step that have no input yet.
  func openNames(of step: Step) -> [String] {
    names(of: step).filter { name in !step.inputs.contains { $0.name == name } }
  }

  func input(_ variable: GraphVariable) -> GraphStep.Input? {
    step(variable.step)?.inputs.first { $0.name == variable.name }
  }

  /// Sets the input of a variable. An earlier input is replaced.
  mutating func set(_ variable: GraphVariable, to input: GraphStep.Input) {
    guard let index = index(of: variable.step) else { return }
    if let place = steps[index].inputs.firstIndex(where: { $0.name == variable.name }) {
      steps[index].inputs[place] = input
    } else {
      steps[index].inputs.append(input)
    }
  }

  mutating func clear(_ variable: GraphVariable) {
    guard let index = index(of: variable.step) else { return }
    steps[index].inputs.removeAll { $0.name == variable.name }
  }

  // MARK: The graph

  /// Returns the graph as it is queued and saved. Each step runs after the previous step.
  func plan(named name: String) -> GraphPlan {
    GraphPlan(
      name: name,
      steps: steps.enumerated().map { index, step in
        let before = index > 0 ? steps[index - 1].name : nil
        let waits = step.inputs.contains { $0.step == before }
        return GraphStep(
          name: step.name, work: .request(step.request), inputs: step.inputs,
          after: before.map { waits ? [] : [$0] } ?? [])
      })
  }

  /// Returns the reason why an input has no value in the current order of steps. Returns nil if it
  /// has one.
  func fault(in input: GraphStep.Input, of step: Step) -> String? {
    guard let source = index(of: input.step) else { return "there is no step named \(input.step)" }
    guard let index = index(of: step.name), source >= index else { return nil }
    return source == index ? "\(input.step) is the step itself" : "\(input.step) is a later step"
  }

  /// The reason why the graph cannot be queued or saved. Nil if it can.
  var obstacle: Notice? {
    for step in steps {
      for input in step.inputs {
        guard let fault = fault(in: input, of: step) else { continue }
        return Notice(
          .warning, "The graph cannot run.",
          why: "\(input.name) of \(step.name) has no value: \(fault).",
          whatToDo: "Move the steps, or give \(input.name) another value.")
      }
    }
    return nil
  }
}

/// A template or path variable of a step.
package struct GraphVariable: Hashable, Sendable {
  package let step: String
  package let name: String

  package init(step: String, name: String) {
    self.step = step
    self.name = name
  }
}
