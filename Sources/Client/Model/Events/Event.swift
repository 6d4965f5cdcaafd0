/// An entry of the event log. Reported changes are already committed to the store. Only the body of
/// a response may contain a secret in plain text.
///
/// The events of one request occur in this order: `submitted`, `started`, the event of its response
/// (`received`, `notModified`, `unauthorized`, `unavailable`, `networkFailed` or `failed`),
/// `cacheUpdated`, `finished`. If a retry follows, `changed` is next, and the events from `started`
/// are repeated.
public struct Event: Hashable, Sendable {
  /// The time of the event.
  public var time: Timestamp
  /// The kind of the event, with its details.
  public var kind: Kind
  /// The job of the event, or nil if there is none.
  public var job: JobID?
  /// The graph of the event, or of the event's job. Nil if neither belongs to a graph.
  public var graph: GraphID?
  /// The name of the gateway, or nil if the request has no gateway.
  public var gateway: String?
  /// The identifier that the caller gave the job or the graph, or nil.
  public var call: String?
  /// The process in which the event occurred.
  public var process: Process

  /// The process in which the event occurred.
  public enum Process: UInt8, Hashable, Sendable {
    /// This process.
    case this
    /// Another process. The event is read from the store, so parts of the response are missing, and
    /// several quick changes may be combined into one event.
    case other
  }

  /// Creates an event. By default, the event occurred in this process and has no job, graph or
  /// gateway.
  public init(
    _ kind: Kind, at time: Timestamp, job: JobID? = nil, graph: GraphID? = nil,
    gateway: String? = nil, call: String? = nil, process: Process = .this
  ) {
    self.time = time
    self.kind = kind
    self.job = job
    self.graph = graph
    self.gateway = gateway
    self.call = call
    self.process = process
  }

  /// The kind of an event, with its details.
  public indirect enum Kind: Hashable, Sendable {
    /// A job was added.
    case submitted(Job)
    /// An attempt of a job was committed and is being sent.
    case started(Job)
    /// A job was held, released, moved or returned to waiting.
    case changed(Job)
    /// A job ended: succeeded, failed, cancelled, skipped or interrupted.
    case finished(Job)

    /// A server, the cache or a stub route responded.
    case received(Exchange)
    /// The server confirmed a stored response (304).
    case notModified(Exchange)
    /// The network failed, so no complete response was received.
    case networkFailed(Exchange)
    /// The server is temporarily unavailable (503).
    case unavailable(Exchange)
    /// The server requires different credentials (401, 407, or by the gateway's rule).
    case unauthorized(Exchange)
    /// The response is a failure or cannot be used.
    case failed(Exchange)

    /// A response was stored in the cache or confirmed.
    case cacheUpdated(CacheChange)
    /// Responses were removed from the cache.
    case cacheRemoved(CacheChange)
    /// A shared value was set.
    case valueSet(ValueChange)
    /// A shared value was removed.
    case valueRemoved(ValueChange)
    /// A graph ended.
    case graphFinished(GraphEnd)
    /// A user of the library or the command line raised this event.
    case own(OwnEvent)

    /// A lane was paused, resumed or held by its server, or its limit was changed.
    case laneChanged(Lane)
    /// The queue runner changed to another process or to this process.
    case runnerChanged(Runner)
    /// Something the user should know.
    case noticed(Failure)
    /// This number of events was dropped here, because the listener was too slow.
    case dropped(Int)
  }

  /// The process that runs queued jobs.
  public enum Runner: Hashable, Sendable {
    /// This process.
    case thisProcess
    /// A different process, with its description, such as `process 4711`.
    case other(String)
  }

  /// A request and the result of one attempt.
  public struct Exchange: Hashable, Sendable {
    /// The method of the attempt.
    public var method: HTTPMethod
    /// The URL, with secrets masked.
    public var url: String
    /// The name of the saved request, or nil if the request is not saved.
    public var name: String?
    /// The status of the response, or nil if there is no response.
    public var status: Int?
    /// The head of the response. Nil if there is no response, or if another process received the
    /// response.
    public var head: ResponseHead?
    /// The decoded body.
    public var body: StoredBody
    /// The source of the response, or nil if there is no response.
    public var source: ResponseSource?
    /// The reason why the attempt failed, or nil if the attempt did not fail.
    public var failure: Failure?

    /// Creates an exchange.
    public init(
      method: HTTPMethod, url: String, name: String? = nil, status: Int? = nil,
      head: ResponseHead? = nil, body: StoredBody = .none, source: ResponseSource? = nil,
      failure: Failure? = nil
    ) {
      self.method = method
      self.url = url
      self.name = name
      self.status = status
      self.head = head
      self.body = body
      self.source = source
      self.failure = failure
    }
  }

  /// A change to the cached responses of a request.
  public struct CacheChange: Hashable, Sendable {
    /// The method of the request.
    public var method: HTTPMethod
    /// The URL, with secrets masked.
    public var url: String

    /// Creates a change.
    public init(method: HTTPMethod, url: String) {
      self.method = method
      self.url = url
    }
  }

  /// A change to a shared value.
  public struct ValueChange: Hashable, Sendable {
    /// The key of the shared value.
    public var key: String
    /// The new value or the removed value. Nil if the value is sealed.
    public var value: String?

    /// Creates a change. For a secret, `value` must be nil.
    public init(key: String, value: String?) {
      self.key = key
      self.value = value
    }
  }

  /// The result of a graph that ended.
  public struct GraphEnd: Hashable, Sendable {
    /// The result of a step.
    public enum Outcome: String, Hashable, Sendable, CaseIterable {
      /// The step succeeded.
      case done
      /// The step failed.
      case failed
      /// The step was cancelled.
      case cancelled
      /// The step was skipped, because a step that it needs failed or was cancelled.
      case skipped
      /// The step did not start, because the graph was stopped.
      case notRun
    }

    /// The name of the graph.
    public var name: String
    /// The result of each step, in the order of the plan.
    public var steps: [Step]
    /// Whether the user or the failure policy stopped the graph. Steps that had not started were
    /// not run.
    public var isStopped: Bool
    /// The time from the start of the first step to the end of the graph, or nil if unknown.
    public var duration: Duration?
    /// The number of a batch's rows with each result. Nil for a graph of steps.
    public private(set) var rows: GraphSummary?

    /// The result of one step.
    public struct Step: Hashable, Sendable {
      /// The name of the step.
      public var name: String
      /// The result of the step.
      public var outcome: Outcome
      /// The job of the step. Nil for a local step, or a step that did not start.
      public var job: JobID?
      /// The result of the step: the body of the response, or the JSON of a local step. It is
      /// `.none` if there is no result.
      public var result: StoredBody

      /// Creates a step. By default, the step has no job and no result.
      public init(
        name: String, outcome: Outcome, job: JobID? = nil, result: StoredBody = .none
      ) {
        self.name = name
        self.outcome = outcome
        self.job = job
        self.result = result
      }
    }

    /// Creates the result of a graph of steps.
    public init(name: String, steps: [Step], isStopped: Bool, duration: Duration? = nil) {
      self.duration = duration
      self.name = name
      self.isStopped = isStopped
      self.steps = steps
    }

    /// Creates the result of a batch. The duration starts when the batch was added.
    public init(name: String, rows: GraphSummary, duration: Duration) {
      self.init(name: name, steps: [], isStopped: rows.isStopped, duration: duration)
      self.rows = rows
    }

    /// Whether any step or row failed.
    public var hasFailed: Bool {
      steps.contains { $0.outcome == .failed } || (rows?.failed ?? 0) > 0
    }

    /// The result in a few words, such as `5 of 6, stopped`.
    public var summary: String {
      if let rows { return rows.text }
      let done = steps.count { $0.outcome == .done }
      return "\(done) of \(steps.count)" + (isStopped ? ", stopped" : "")
    }
  }
}
