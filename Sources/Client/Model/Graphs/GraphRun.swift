/// The state of a submitted graph.
///
///     submit ──► runs ──► ended   (each step done, failed, skipped or not run)
///                 │ ▲       │
///                 ▼ │       └──► runs   (a failed step is retried)
///                held
///
/// A batch has the same states. Its progress is the number of rows in each state.
public struct GraphRun: Hashable, Sendable {
  /// The user's instruction for a graph.
  public enum Instruction: UInt8, Hashable, Sendable {
    /// Steps start as soon as possible.
    case run
    /// No further step starts until the graph is released. Running steps finish.
    case hold
    /// No further step starts.
    case stop
  }

  /// The id that the store assigned.
  public var id: GraphID
  /// The plan as it was submitted.
  public var plan: GraphPlan
  /// The folder of the graph's workspace. Empty for the scratch workspace.
  public var workspace: String
  /// The environment with the values for the graph's requests.
  public var environment: String
  /// The scheduling of the graph's jobs. Immediate jobs are sent by the process that submitted the
  /// graph, without waiting for their lanes.
  public var scheduling: Job.Scheduling
  /// The time of the submission.
  public var created: Timestamp
  /// The time at which the graph entered its current state.
  public var since: Timestamp
  /// The user's instruction: run, hold or stop.
  public var instruction: Instruction
  /// The progress of the graph's steps or rows.
  public var progress: Progress

  /// The progress of the steps or rows of a graph.
  public enum Progress: Hashable, Sendable {
    /// The states of the steps, in the order of the plan.
    case steps([StepProgress])
    /// The number of a batch's rows in each state.
    case rows(RowProgress)
  }

  /// Creates the state of a graph. By default, no step has started.
  public init(
    id: GraphID, plan: GraphPlan, workspace: String = "", environment: String = "",
    scheduling: Job.Scheduling = .queued, created: Timestamp, since: Timestamp? = nil,
    instruction: Instruction = .run, steps: [StepProgress]? = nil
  ) {
    self.id = id
    self.plan = plan
    self.workspace = workspace
    self.environment = environment
    self.scheduling = scheduling
    self.created = created
    self.since = since ?? created
    self.instruction = instruction
    progress = .steps(steps ?? plan.steps.map { _ in StepProgress() })
  }

  /// Creates the state of a batch.
  public init(
    id: GraphID, plan: GraphPlan, workspace: String = "", environment: String = "",
    created: Timestamp, since: Timestamp? = nil, instruction: Instruction = .run, rows: RowProgress
  ) {
    self.init(
      id: id, plan: plan, workspace: workspace, environment: environment, created: created,
      since: since, instruction: instruction, steps: [])
    progress = .rows(rows)
  }

  /// The name of the graph at the start of a sentence: `Graph g3`, `Batch g12`.
  public var title: String { "\(rows == nil ? "Graph" : "Batch") \(id)" }

  /// The states of the steps. A batch has none, and setting them has no effect.
  public var steps: [StepProgress] {
    get { if case .steps(let steps) = progress { steps } else { [] } }
    set { if case .steps = progress { progress = .steps(newValue) } }
  }

  /// The progress of a batch. Nil for a graph of steps.
  public var rows: RowProgress? { if case .rows(let rows) = progress { rows } else { nil } }

  /// Whether the graph has ended. After that, only the user can change its state.
  public var isEnded: Bool {
    switch progress {
    case .steps(let steps): steps.allSatisfy(\.state.isEnded)
    case .rows(let rows): rows.counts.ended == rows.counts.total
    }
  }

  /// Whether the user or the failure policy stopped the graph. Steps that had not started are not
  /// run.
  public var isStopped: Bool { instruction == .stop || steps.contains { $0.state == .notRun } }

  /// The number of steps or rows in each state, with text such as "5 of 6, stopped".
  public var summary: GraphSummary {
    switch progress {
    case .steps(let steps): GraphSummary(steps.map(\.state), isStopped: isStopped)
    case .rows(let rows): GraphSummary(rows.counts, of: plan.count, isStopped: isStopped)
    }
  }

  /// The range of the job ids of a batch. Nil for a graph of steps, or a batch that has no rows.
  public var span: ClosedRange<JobID>? {
    guard let first = rows?.first, plan.count > 0 else { return nil }
    return first...JobID(first.rawValue + Int64(plan.count) - 1)
  }

  /// Returns the job of a row. Rows are counted from 0. Returns nil if there is no such row.
  public func job(ofRow row: Int) -> JobID? {
    guard let rows, row >= 0, row < plan.count else { return nil }
    return JobID(rows.first.rawValue + Int64(row))
  }
}

extension GraphRun {
  /// Returns the reason for skipping the steps that need an unsuccessful step, such as `because
  /// login failed`.
  ///
  /// - Parameter step: The number of the unsuccessful step.
  package func reason(_ step: Int) -> String {
    "because \(plan.steps[step].name) "
      + (steps[step].state == .cancelled ? "was cancelled" : "failed")
  }

  /// Returns the displayed state of a row. A waiting row of a held batch is displayed as held.
  public func state(of job: Job) -> JobState.Word {
    job.state.word == .waiting && instruction != .run ? .held : job.state.word
  }
}

/// The state of one step of a graph.
public struct StepProgress: Hashable, Sendable {
  /// The state of the step.
  public var state: GraphStep.State
  /// The job of the step. Nil for a local step, or a step that has not started.
  public var job: JobID?
  /// The reason why the step failed. Nil if it did not fail, or if its job states the reason.
  public var failure: Failure?
  /// The time at which the step entered this state, or nil if the state never changed.
  public var since: Timestamp?
  /// The time at which the step last started, or nil if it is unknown.
  public var started: Timestamp?

  /// Creates the state of a step. By default, the step is waiting.
  public init(
    state: GraphStep.State = .waiting, job: JobID? = nil, failure: Failure? = nil,
    since: Timestamp? = nil, started: Timestamp? = nil
  ) {
    self.state = state
    self.job = job
    self.failure = failure
    self.since = since
    self.started = started
  }
}

extension GraphStep {
  /// The state of a step.
  public enum State: Hashable, Sendable {
    /// The step waits for other steps or for a free slot.
    case waiting
    /// The job of the step was created, or the program of the step runs.
    case running
    /// The step succeeded.
    case done
    /// The step failed.
    case failed
    /// The job or the program of the step was cancelled.
    case cancelled
    /// The step was skipped, because the step with this number failed or was cancelled.
    case skipped(because: Int)
    /// The graph was stopped before the step started.
    case notRun

    /// Whether the step has ended. After that, its state changes only if a failed step is retried.
    public var isEnded: Bool { self != .waiting && self != .running }

    /// Whether the step started and did not succeed. Such a step can be retried. Steps that depend
    /// on it are skipped.
    public var isUnsuccessful: Bool { self == .failed || self == .cancelled }

    /// The name of the state on the screen, on the command line and in JSON.
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

/// The position of a job in a graph.
public struct GraphPosition: Hashable, Sendable {
  /// The graph.
  public var graph: GraphID
  /// The number of the step in the plan.
  public var step: Int

  /// Creates a position. Steps are counted from 0.
  public init(graph: GraphID, step: Int) {
    self.graph = graph
    self.step = step
  }
}
