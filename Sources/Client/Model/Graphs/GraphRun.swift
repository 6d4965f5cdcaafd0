/// A graph that was submitted, as it stands.
///
///     submit ──► runs ──► ended   (each step done, failed, skipped or not run)
///                 │ ▲       │
///                 ▼ │       └──► runs   (a failed step is tried again)
///                held
///
/// A batch goes the same way; how its rows stand is counted.
public struct GraphRun: Hashable, Sendable {
  /// The user's order for a graph.
  public enum Order: UInt8, Hashable, Sendable {
    /// Steps start as soon as they can.
    case run
    /// No further step starts until the graph is released; running steps finish.
    case hold
    /// Nothing more starts at all.
    case stop
  }

  /// The id that the store assigned.
  public var id: GraphID
  /// The plan as it was submitted.
  public var plan: GraphPlan
  /// The folder it comes from; empty for the scratch workspace.
  public var workspace: String
  /// The environment whose values fill its requests.
  public var environment: String
  /// Whether its jobs wait for their lanes, or go at once from the process that submitted it.
  public var scheduling: Job.Scheduling
  /// When the graph was submitted.
  public var created: Timestamp
  /// When the graph entered its present state.
  public var since: Timestamp
  /// Whether the graph runs, is held or is cancelled.
  public var order: Order
  /// The progress of its steps or rows.
  public var standing: Standing

  /// The progress of the steps or rows of a graph.
  public enum Standing: Hashable, Sendable {
    /// One for each step of the plan, in its order.
    case steps([StepStanding])
    /// The counts of a batch.
    case rows(RowStanding)
  }

  /// Creates the state of a graph; by default none of its steps has started.
  public init(
    id: GraphID, plan: GraphPlan, workspace: String = "", environment: String = "",
    scheduling: Job.Scheduling = .queued, created: Timestamp, since: Timestamp? = nil,
    order: Order = .run, steps: [StepStanding]? = nil
  ) {
    self.id = id
    self.plan = plan
    self.workspace = workspace
    self.environment = environment
    self.scheduling = scheduling
    self.created = created
    self.since = since ?? created
    self.order = order
    standing = .steps(steps ?? plan.steps.map { _ in StepStanding() })
  }

  /// A batch.
  public init(
    id: GraphID, plan: GraphPlan, workspace: String = "", environment: String = "",
    created: Timestamp, since: Timestamp? = nil, order: Order = .run, rows: RowStanding
  ) {
    self.init(
      id: id, plan: plan, workspace: workspace, environment: environment, created: created,
      since: since, order: order, steps: [])
    standing = .rows(rows)
  }

  /// The graph at the start of a sentence: `Graph g3`, `Batch g12`.
  public var title: String { "\(rows == nil ? "Graph" : "Batch") \(id)" }

  /// None in a batch, also where some are put into one.
  public var steps: [StepStanding] {
    get { if case .steps(let steps) = standing { steps } else { [] } }
    set { if case .steps = standing { standing = .steps(newValue) } }
  }

  /// The counts of a batch; nil for a graph of steps.
  public var rows: RowStanding? { if case .rows(let rows) = standing { rows } else { nil } }

  /// True when nothing happens to it any more unless the user says so.
  public var isEnded: Bool {
    switch standing {
    case .steps(let steps): steps.allSatisfy(\.state.isEnded)
    case .rows(let rows): rows.counts.ended == rows.counts.total
    }
  }

  /// True when steps were given up though nothing that they need has failed.
  public var isStopped: Bool { order == .stop || steps.contains { $0.state == .notRun } }

  /// How many steps or rows ended how, and "5 of 6, stopped" for people.
  public var summary: GraphSummary {
    switch standing {
    case .steps(let steps): GraphSummary(steps.map(\.state), isStopped: isStopped)
    case .rows(let rows): GraphSummary(rows.counts, of: plan.count, isStopped: isStopped)
    }
  }

  /// The numbers of a batch's jobs; nil for steps, and where there is no row.
  public var span: ClosedRange<JobID>? {
    guard let first = rows?.first, plan.count > 0 else { return nil }
    return first...JobID(first.rawValue + Int64(plan.count) - 1)
  }

  /// The job of a row, counted from 0; nil where there is no such row.
  public func job(ofRow row: Int) -> JobID? {
    guard let rows, row >= 0, row < plan.count else { return nil }
    return JobID(rows.first.rawValue + Int64(row))
  }
}

extension GraphRun {
  /// Why a step was skipped: `because login failed`.
  package func reason(_ step: Int) -> String {
    "because \(plan.steps[step].name) "
      + (steps[step].state == .cancelled ? "was cancelled" : "failed")
  }

  /// The state of a row as it is shown: a row that waits in a held batch is held.
  public func state(of job: Job) -> JobState.Word {
    job.state.word == .waiting && order != .run ? .held : job.state.word
  }
}

/// The state of one step of a graph.
public struct StepStanding: Hashable, Sendable {
  /// The state of the step.
  public var state: GraphStep.State
  /// The job that does it; nil for a local step, and before it starts.
  public var job: JobID?
  /// Why it failed where its job does not say so.
  public var failure: Failure?
  /// When it came into this state; nil while it never moved.
  public var since: Timestamp?

  /// Creates the state of a step; by default it waits.
  public init(
    state: GraphStep.State = .waiting, job: JobID? = nil, failure: Failure? = nil,
    since: Timestamp? = nil
  ) {
    self.state = state
    self.job = job
    self.failure = failure
    self.since = since
  }
}

extension GraphStep {
  /// The state of a step.
  public enum State: Hashable, Sendable {
    /// It waits for other steps or for its turn.
    case waiting
    /// Its job exists, or its program runs.
    case running
    /// It succeeded.
    case done
    /// It failed.
    case failed
    /// Its job or its program was cancelled.
    case cancelled
    /// The step that failed or was cancelled, which is the reason.
    case skipped(because: Int)
    /// The graph was stopped before the step started.
    case notRun

    /// True when nothing happens to the step any more unless a failed one runs again.
    public var isEnded: Bool { self != .waiting && self != .running }

    /// Whether it started and did not succeed: it can be retried, and steps that need it are skipped.
    public var isUnsuccessful: Bool { self == .failed || self == .cancelled }

    /// The one word for it on the screen, the command line and in JSON.
    public var word: String {
      switch self {
      case .waiting: "waiting"
      case .running: "running"
      case .done: "done"
      case .failed: "failed"
      case .cancelled: "cancelled"
      case .skipped: "skipped"
      case .notRun: "notRun"
      }
    }
  }
}

/// The place of a job in a graph.
public struct StepPlace: Hashable, Sendable {
  /// The graph.
  public var graph: GraphID
  /// Its number in the plan.
  public var step: Int

  /// Creates the place of a step; steps are counted from 0.
  public init(graph: GraphID, step: Int) {
    self.graph = graph
    self.step = step
  }
}
