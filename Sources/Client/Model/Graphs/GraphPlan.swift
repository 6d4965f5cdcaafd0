/// A graph as its author wrote it: steps, and what each waits for; or a batch, rows of a file.
public struct GraphPlan: Hashable, Sendable {
  /// What a failed step means to the steps that do not need it.
  public enum FailurePolicy: String, Hashable, Sendable, CaseIterable {
    /// No further step starts; running steps finish.
    case stop
    /// Only the steps that need the failed one are skipped.
    case `continue`
  }

  /// What a graph is made of.
  public enum Shape: Hashable, Sendable {
    /// Steps with dependencies.
    case steps([GraphStep])
    /// A batch: one request for each row of a file.
    case rows(RowPlan)
  }

  /// The name of the graph.
  public var name: String
  /// What a failed step means to the other steps.
  public var onFailure: FailurePolicy
  /// For requests without a cache rule of their own; it precedes that of their gateway.
  public var cache: CacheDefaults
  /// What the graph is made of.
  public var shape: Shape
  /// The caller's identifier of the run; its jobs have it, too. A file of a graph has none.
  public var call: String?

  /// Creates the plan of a graph of steps.
  public init(
    name: String, onFailure: FailurePolicy = .stop, cache: CacheDefaults = CacheDefaults(),
    steps: [GraphStep]
  ) {
    self.name = name
    self.onFailure = onFailure
    self.cache = cache
    shape = .steps(steps)
  }

  /// A batch; it is called as its file.
  public init(rows: RowPlan) {
    name = rows.source.words(at: "/").last.map(String.init) ?? rows.source
    onFailure = .continue
    cache = CacheDefaults()
    shape = .rows(rows)
  }

  /// None in a batch.
  public var steps: [GraphStep] {
    get { if case .steps(let steps) = shape { steps } else { [] } }
    set { shape = .steps(newValue) }
  }

  /// What a batch is made of; nil for steps.
  public var rows: RowPlan? { if case .rows(let rows) = shape { rows } else { nil } }

  /// How many steps or rows there are.
  public var count: Int {
    switch shape {
    case .steps(let steps): steps.count
    case .rows(let rows): rows.count
    }
  }

  /// The simple shape in which each saved request runs after the one before it.
  public static func serial(
    _ requests: [String], name: String, onFailure: FailurePolicy = .stop
  ) -> GraphPlan {
    var steps: [GraphStep] = []
    for request in requests {
      let name = freeName(request, among: steps)
      steps.append(
        GraphStep(name: name, work: .request(request), after: steps.last.map { [$0.name] } ?? []))
    }
    return GraphPlan(name: name, onFailure: onFailure, steps: steps)
  }

  /// The simple shape in which all saved requests run at once.
  public static func concurrent(
    _ requests: [String], name: String, onFailure: FailurePolicy = .stop
  ) -> GraphPlan {
    var plan = serial(requests, name: name, onFailure: onFailure)
    for index in plan.steps.indices { plan.steps[index].after = [] }
    return plan
  }

  /// The same request may stand in a list twice; its steps have names of their own.
  private static func freeName(_ wanted: String, among steps: [GraphStep]) -> String {
    guard steps.contains(where: { $0.name == wanted }) else { return wanted }
    var number = 2
    while steps.contains(where: { $0.name == "\(wanted)-\(number)" }) { number += 1 }
    return "\(wanted)-\(number)"
  }
}

/// One step of a graph.
public struct GraphStep: Hashable, Sendable {
  /// What a step does. Its result is a JSON value: the body of a response, or a computed value.
  public enum Work: Hashable, Sendable {
    /// The saved request of this name, with the step's inputs as values for its templates.
    case request(String)
    /// A jq program; its input is an object of the step's inputs, its first output the result.
    case jq(String)
    /// A program and its arguments, only in a trusted workspace: the inputs as a JSON object on
    /// standard input, the result as JSON on standard output.
    case command([String])
  }

  /// A value taken from another step's result.
  public struct Input: Hashable, Sendable {
    /// Which part of the result.
    public enum Pick: Hashable, Sendable {
      /// An RFC 6901 pointer; empty for the full result.
      case pointer(String)
      /// A jq program; its first output counts.
      case jq(String)
    }

    /// What the value is called in templates and in the input object.
    public var name: String
    /// The name of the step whose result is used.
    public var step: String
    /// Which part of the result.
    public var pick: Pick

    /// Creates an input; by default the full result.
    public init(name: String, step: String, pick: Pick = .pointer("")) {
      self.name = name
      self.step = step
      self.pick = pick
    }
  }

  /// The name of the step, unique in its graph.
  public var name: String
  /// What the step does.
  public var work: Work
  /// Values from other steps, which must be done first.
  public var inputs: [Input]
  /// Steps that must be done first, though none of their result is used.
  public var needs: [String]
  /// Steps that must have ended first, however they did.
  public var after: [String]
  /// The statuses with which the step's response is a success; nil for those below 400.
  public var expect: Assertion?

  /// Creates a step; by default it depends on no other.
  public init(
    name: String, work: Work, inputs: [Input] = [], needs: [String] = [], after: [String] = [],
    expect: Assertion? = nil
  ) {
    self.name = name
    self.work = work
    self.inputs = inputs
    self.needs = needs
    self.after = after
    self.expect = expect
  }
}
