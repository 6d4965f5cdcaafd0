/// The plan of a graph. A graph either has steps with dependencies, or is a batch with the rows of
/// a file.
public struct GraphPlan: Hashable, Sendable {
  /// The effect of a failed step on steps that do not depend on it.
  public enum FailurePolicy: String, Hashable, Sendable, CaseIterable {
    /// No further step starts. Running steps finish.
    case stop
    /// Only the steps that depend on the failed step are skipped.
    case `continue`
  }

  /// The content of a graph.
  public enum Shape: Hashable, Sendable {
    /// Steps with dependencies.
    case steps([GraphStep])
    /// A batch, which sends one request for each row of a file.
    case rows(RowPlan)
  }

  /// The name of the graph.
  public var name: String
  /// The effect of a failed step on steps that do not depend on it.
  public var onFailure: FailurePolicy
  /// The cache defaults for requests that have no cache rule. They take precedence over the
  /// gateway's cache defaults.
  public var cache: CacheDefaults
  /// The content of the graph.
  public var shape: Shape
  /// The caller's identifier for the graph and its jobs, or nil. A graph from a file has none.
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

  /// Creates the plan of a batch, which is named after the file with the rows.
  public init(rows: RowPlan) {
    name = rows.source.words(at: "/").last.map(String.init) ?? rows.source
    onFailure = .continue
    cache = CacheDefaults()
    shape = .rows(rows)
  }

  /// The steps of the graph. A batch has none.
  public var steps: [GraphStep] {
    get { if case .steps(let steps) = shape { steps } else { [] } }
    set { shape = .steps(newValue) }
  }

  /// The rows of a batch. Nil for a graph of steps.
  public var rows: RowPlan? { if case .rows(let rows) = shape { rows } else { nil } }

  /// The number of steps or rows.
  public var count: Int {
    switch shape {
    case .steps(let steps): steps.count
    case .rows(let rows): rows.count
    }
  }

  /// Creates a graph in which each saved request runs after the previous one.
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

  /// Creates a graph in which all saved requests run concurrently.
  public static func concurrent(
    _ requests: [String], name: String, onFailure: FailurePolicy = .stop
  ) -> GraphPlan {
    var plan = serial(requests, name: name, onFailure: onFailure)
    for index in plan.steps.indices { plan.steps[index].after = [] }
    return plan
  }

  /// Returns a step name that is not used yet. A list may contain the same request twice, but step
  /// names must be unique.
  private static func freeName(_ wanted: String, among steps: [GraphStep]) -> String {
    guard steps.contains(where: { $0.name == wanted }) else { return wanted }
    var number = 2
    while steps.contains(where: { $0.name == "\(wanted)-\(number)" }) { number += 1 }
    return "\(wanted)-\(number)"
  }
}

/// One step of a graph.
public struct GraphStep: Hashable, Sendable {
  /// The work of a step. The result is a JSON value: the body of a response, or a computed value.
  public enum Work: Hashable, Sendable {
    /// Sends the saved request with this name. The step's inputs are values for its templates.
    case request(String)
    /// Runs a jq program. Its input is an object of the step's inputs. Its first output is the
    /// result.
    case jq(String)
    /// Runs a program with arguments. It runs only in a trusted workspace. It reads the inputs as a
    /// JSON object from standard input, and writes the result as JSON to standard output.
    case command([String])
  }

  /// A value of a step. It is taken from the result of an earlier step, or is the same in each run.
  public struct Input: Hashable, Sendable {
    /// The origin of the value.
    public enum Source: Hashable, Sendable {
      /// A part of the result of the step with this name.
      case result(of: String, Pick)
      /// A JSON text.
      case literal(String)
    }

    /// The selected part of the result.
    public enum Pick: Hashable, Sendable {
      /// A JSON Pointer (RFC 6901). If empty, the full result is selected.
      case pointer(String)
      /// A jq program. Its first output is selected.
      case jq(String)
    }

    /// The name of the value in templates and in the input object.
    public var name: String
    /// The origin of the value.
    public var source: Source

    /// The name of the step whose result is used. Nil for a literal.
    public var step: String? { if case .result(let step, _) = source { step } else { nil } }

    /// Creates an input from the result of a step. By default, it is the full result.
    public init(name: String, step: String, pick: Pick = .pointer("")) {
      self.name = name
      source = .result(of: step, pick)
    }

    /// Creates an input that is the same in each run.
    ///
    /// - Parameter literal: A JSON text. It is checked when the graph is added.
    public init(name: String, literal: String) {
      self.name = name
      source = .literal(literal)
    }
  }

  /// The name of the step, which is unique in the graph.
  public var name: String
  /// The work of the step.
  public var work: Work
  /// The values of the step. The steps from which they are taken must succeed first.
  public var inputs: [Input]
  /// The steps that must succeed first, although their results are not used.
  public var needs: [String]
  /// The steps that must end first, with or without success.
  public var after: [String]
  /// The assertion that the response's status must meet. If nil, every status below 400 is a
  /// success.
  public var expect: Assertion?

  /// Creates a step. By default, it depends on no step.
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
