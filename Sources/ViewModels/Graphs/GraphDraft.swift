import ClientModel

/// A graph that the user is assembling: its steps in the order of the list, and the inputs of each.
struct GraphDraft: Hashable, Sendable {
  /// A step of the graph.
  struct Step: Hashable {
    /// The start of a step in relation to the step above it in the list.
    enum Order { case serial, concurrent }

    /// The name, unique in the graph.
    fileprivate(set) var name: String
    fileprivate(set) var work: GraphStep.Work
    var inputs: [GraphStep.Input] = []
    /// The steps that must succeed first.
    var needs: [String] = []
    /// The steps that must end first, except the step above a serial step.
    var after: [String] = []
    var expect: Assertion?
    var order = Order.serial

    /// The saved request of the step. Nil if the step sends none.
    var request: String? { if case .request(let name) = work { name } else { nil } }
  }

  /// The name under which the graph was saved. Nil if it was not saved yet.
  var savedName: String?
  private(set) var steps: [Step] = []
  private var onFailure = GraphPlan.FailurePolicy.stop
  private var cache = CacheDefaults()
  /// The graph as it was last saved or opened. Nil if it was neither.
  private var saved: GraphPlan?
  /// The variables without a value. The key is the name of the request. A request that was not read
  /// yet has no entry.
  private var variables: [String: [String]] = [:]

  init() {}

  /// Creates the draft of a saved graph.
  init(_ plan: GraphPlan) {
    (savedName, saved) = (plan.name, plan)
    (onFailure, cache) = (plan.onFailure, plan.cache)
    for step in plan.steps {
      var own = Step(
        name: step.name, work: step.work, inputs: step.inputs, needs: step.needs,
        after: step.after.filter { $0 != steps.last?.name }, expect: step.expect)
      if planned(own, below: steps.last).after != step.after {
        (own.after, own.order) = (step.after, .concurrent)
      }
      steps.append(own)
    }
  }

  /// Whether the graph has changes that are not saved.
  var isChanged: Bool { !steps.isEmpty && plan(named: savedName ?? "") != saved }

  /// Records that the graph was saved under a name.
  mutating func save(as name: String) {
    (savedName, saved) = (name, plan(named: name))
  }

  // MARK: Steps

  /// Appends a step. The step is named after its request or program. A number is added if the name
  /// is in use. If the graph already has at least two steps, the new step has the order of the last
  /// one.
  mutating func add(_ work: GraphStep.Work) {
    let name =
      switch work {
      case .request(let path): path
      case .jq: "jq"
      case .command(let words): words.first ?? "command"
      }
    let last = name.words(at: "/").last.map(String.init) ?? name
    let names = Set(steps.map(\.name))
    let free =
      names.contains(last)
      ? (2...steps.count + 2).lazy.map { "\(last)-\($0)" }.first { !names.contains($0) } : last
    var step = Step(name: free ?? last, work: work)
    if let above = steps.last, steps.count > 1 { step.order = above.order }
    steps.append(step)
  }

  /// Sets the new name of a saved request in all steps.
  mutating func rename(_ request: String, to other: String) {
    for index in steps.indices where steps[index].request == request {
      steps[index].work = .request(other)
    }
    variables[other] = variables.removeValue(forKey: request)
  }

  /// Sets the new name of a step, also where other steps refer to it.
  mutating func rename(step name: String, to other: String) {
    for index in steps.indices {
      if steps[index].name == name { steps[index].name = other }
      steps[index].needs = steps[index].needs.map { $0 == name ? other : $0 }
      steps[index].after = steps[index].after.map { $0 == name ? other : $0 }
      for place in steps[index].inputs.indices {
        guard case .result(name, let pick) = steps[index].inputs[place].source else { continue }
        steps[index].inputs[place].source = .result(of: other, pick)
      }
    }
  }

  /// Changes a step.
  mutating func change(_ name: String, _ change: (inout Step) -> Void) {
    guard let index = index(of: name) else { return }
    change(&steps[index])
  }

  /// Sets the work of a step. A step that sends no request has no expected status.
  mutating func set(_ work: GraphStep.Work, of name: String) {
    change(name) { step in
      step.work = work
      if step.request == nil { step.expect = nil }
    }
  }

  /// Removes a step. Other steps no longer wait for it. Inputs that come from the result of the
  /// removed step are kept, so that the user can select another step for them.
  mutating func remove(_ name: String) {
    steps.removeAll { $0.name == name }
    for index in steps.indices {
      steps[index].needs.removeAll { $0 == name }
      steps[index].after.removeAll { $0 == name }
    }
  }

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

  /// Returns the steps that do not wait for the named step. The results of these steps can be
  /// inputs of the named step.
  func sources(of name: String) -> [Step] {
    let waiting = waiters(of: name)
    return steps.filter { !waiting.contains($0.name) }
  }

  /// Returns a step and the steps that wait for it, directly or through other steps.
  private func waiters(of name: String) -> Set<String> {
    var found: Set = [name]
    let steps = plan(named: "").steps
    var count = 0
    while found.count > count {
      count = found.count
      for step in steps where !found.isDisjoint(with: step.awaited) { found.insert(step.name) }
    }
    return found
  }

  /// The names of all requests in the graph. Duplicates are removed.
  var requests: [String] {
    steps.compactMap(\.request).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  // MARK: Variables

  /// Stores the names of a request's variables that have no value.
  mutating func take(_ variables: [String], of request: String) {
    self.variables[request] = variables
  }

  /// Returns the variable names that can be inputs of a step. The variables of its request are
  /// first, followed by inputs with different names.
  func names(of step: Step) -> [String] {
    let known = step.request.flatMap { variables[$0] } ?? []
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
    change(variable.step) { step in
      if let place = step.inputs.firstIndex(where: { $0.name == variable.name }) {
        step.inputs[place] = input
      } else {
        step.inputs.append(input)
      }
    }
  }

  mutating func clear(_ variable: GraphVariable) {
    change(variable.step) { $0.inputs.removeAll { $0.name == variable.name } }
  }

  // MARK: The graph

  /// Returns the graph as it is queued and saved. A serial step runs after the step above it.
  func plan(named name: String) -> GraphPlan {
    GraphPlan(
      name: name, onFailure: onFailure, cache: cache,
      steps: steps.enumerated().map { index, step in
        planned(step, below: index > 0 ? steps[index - 1] : nil)
      })
  }

  private func planned(_ step: Step, below previous: Step?) -> GraphStep {
    var planned = GraphStep(
      name: step.name, work: step.work, inputs: step.inputs, needs: step.needs, after: step.after,
      expect: step.expect)
    if step.order == .serial, let previous, !planned.awaited.contains(previous.name) {
      planned.after.insert(previous.name, at: 0)
    }
    return planned
  }

  /// Returns the reason why a step can neither wait for `source` nor use the result of `source`.
  /// Returns nil if both are possible.
  func fault(in source: String, of step: Step) -> String? {
    guard let place = index(of: source) else { return "there is no step named \(source)" }
    guard source != step.name else { return "\(source) is the step itself" }
    // Each cycle has a step that waits for a later one. Only that step has a fault.
    guard let own = index(of: step.name), place > own, waiters(of: step.name).contains(source)
    else { return nil }
    return "\(source) is a later step"
  }

  /// The reason why the graph cannot be queued or saved. Nil if both are possible.
  var obstacle: Notice? {
    for step in steps {
      for input in step.inputs {
        guard let source = input.step, let fault = fault(in: source, of: step) else { continue }
        return Notice(
          .warning, "The graph cannot run.",
          why: "\(input.name) of \(step.name) has no value: \(fault).",
          whatToDo: "Move the steps, or give \(input.name) another value.")
      }
      for source in step.needs + step.after {
        guard let fault = fault(in: source, of: step) else { continue }
        return Notice(
          .warning, "The graph cannot run.", why: "\(step.name) never starts: \(fault).",
          whatToDo: "Move the steps, or change the steps that \(step.name) waits for.")
      }
    }
    return nil
  }
}

extension GraphStep {
  /// The steps that must end before this one.
  fileprivate var awaited: [String] { inputs.compactMap(\.step) + needs + after }
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
