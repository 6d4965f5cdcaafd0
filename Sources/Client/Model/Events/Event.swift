/// An entry of the event log. Everything in it is committed, and only the body of a response may
/// contain a secret in clear.
///
/// The events of one request come in this order: `submitted`, `started`, the one of its response
/// (`received`, `notModified`, `unauthorized`, `unavailable`, `networkFailed` or `failed`),
/// `cacheUpdated`, `finished`. Where a retry follows, `changed` comes next, and then again those
/// from `started`.
public struct Event: Hashable, Sendable {
  /// When it happened.
  public var time: Timestamp
  /// What happened.
  public var kind: Kind
  /// The job it is about.
  public var job: JobID?
  /// The graph that job belongs to, or that it is about.
  public var graph: GraphID?
  /// The gateway's name; nil for a request without a gateway.
  public var gateway: String?
  /// The identifier that the caller gave the job or the graph; nil for none.
  public var call: String?
  /// Which process it happened in.
  public var place: Place

  /// Which process it happened in.
  public enum Place: UInt8, Hashable, Sendable {
    /// In this process.
    case here
    /// In another process: read from the store, so without parts of the response; quick changes may
    /// be one event.
    case elsewhere
  }

  /// Creates an event; by default of this process, without a job, graph or gateway.
  public init(
    _ kind: Kind, at time: Timestamp, job: JobID? = nil, graph: GraphID? = nil,
    gateway: String? = nil, call: String? = nil, place: Place = .here
  ) {
    self.time = time
    self.kind = kind
    self.job = job
    self.graph = graph
    self.gateway = gateway
    self.call = call
    self.place = place
  }

  /// What happened.
  public indirect enum Kind: Hashable, Sendable {
    /// A job was added.
    case submitted(Job)
    /// An attempt of a job was committed and goes out.
    case started(Job)
    /// A job was held, released, moved or put back to wait.
    case changed(Job)
    /// A job ended: succeeded, failed, cancelled, skipped or interrupted.
    case finished(Job)

    /// A server, the cache or a stub route responded.
    case received(Exchange)
    /// The server confirmed a stored response (304).
    case notModified(Exchange)
    /// No complete response came over the network.
    case networkFailed(Exchange)
    /// The server is unavailable for now (503).
    case unavailable(Exchange)
    /// The server wants other credentials (401, 407, or by the gateway's rule).
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
    /// Raised by a user of the library or the command line.
    case own(OwnEvent)

    /// A lane was paused, resumed, held by its server or given another limit.
    case laneChanged(Lane)
    /// Another process runs queued jobs from now on, or this one does.
    case runnerChanged(Runner)
    /// Something the user should know.
    case noticed(Failure)
    /// So many events were lost to this listener here, because it was too slow.
    case dropped(Int)
  }

  /// The process that runs queued jobs.
  public enum Runner: Hashable, Sendable {
    /// This process.
    case thisProcess
    /// The process with this id.
    case process(Int32)
  }

  /// A request with the result of one attempt.
  public struct Exchange: Hashable, Sendable {
    /// The method of the attempt.
    public var method: HTTPMethod
    /// For people: secrets in it are dots.
    public var url: String
    /// The saved request's name.
    public var name: String?
    /// The status of the response; nil when none began.
    public var status: Int?
    /// Nil for an exchange of another process, and when no response began.
    public var head: ResponseHead?
    /// The decoded body.
    public var body: StoredBody
    /// Where the response came from; nil when none began.
    public var source: ResponseSource?
    /// Why the attempt failed; nil when it did not.
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

  /// A change to the stored responses of a request.
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
    /// The new value, or the one removed; nil when it is sealed.
    public var value: String?

    /// Creates a change; the value of a secret must be nil.
    public init(key: String, value: String?) {
      self.key = key
      self.value = value
    }
  }

  /// How a graph ended.
  public struct GraphEnd: Hashable, Sendable {
    /// How a step ended.
    public enum Outcome: String, Hashable, Sendable, CaseIterable {
      /// It succeeded.
      case done
      /// It failed.
      case failed
      /// It was cancelled.
      case cancelled
      /// It was skipped, because a step that it needs failed or was cancelled.
      case skipped
      /// It did not start, because the graph was stopped.
      case notRun
    }

    /// The name of the graph.
    public var name: String
    /// How each step ended, in the order of the plan.
    public var steps: [Step]
    /// True when steps were not started although nothing that they need has failed.
    public var isStopped: Bool
    /// From its first step's start to its end.
    public var duration: Duration?
    /// How many rows of a batch ended how; nil for steps.
    public private(set) var rows: GraphSummary?

    /// A step with its result.
    public struct Step: Hashable, Sendable {
      /// The name of the step.
      public var name: String
      /// How it ended.
      public var outcome: Outcome
      /// The job that did it; nil for a local step, and for a step that did not start.
      public var job: JobID?
      /// The body of its response, or the JSON of a local step; `.none` without either.
      public var result: StoredBody

      /// Creates a step; by default it has no job and no result.
      public init(
        name: String, outcome: Outcome, job: JobID? = nil, result: StoredBody = .none
      ) {
        self.name = name
        self.outcome = outcome
        self.job = job
        self.result = result
      }
    }

    /// Creates the end of a graph.
    public init(name: String, steps: [Step], isStopped: Bool, duration: Duration? = nil) {
      self.duration = duration
      self.name = name
      self.isStopped = isStopped
      self.steps = steps
    }

    /// A batch, from when it was added.
    public init(name: String, rows: GraphSummary, duration: Duration) {
      self.init(name: name, steps: [], isStopped: rows.isStopped, duration: duration)
      self.rows = rows
    }

    /// True when a step or a row failed.
    public var hasFailed: Bool {
      steps.contains { $0.outcome == .failed } || (rows?.failed ?? 0) > 0
    }

    /// `5 of 6, stopped`
    public var summary: String {
      if let rows { return rows.text }
      let done = steps.count { $0.outcome == .done }
      return "\(done) of \(steps.count)" + (isStopped ? ", stopped" : "")
    }
  }
}
