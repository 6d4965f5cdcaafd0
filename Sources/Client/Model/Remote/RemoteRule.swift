/// How an answer becomes a remote job: work that the server has taken on and that is asked for until
/// it is done.
///
/// Everything is looked up in order and the first that is there counts, so that one rule may serve
/// several shapes of answer.
///
/// - Source: RFC 9110, section 15.3.3; reliability.md, section 5.3.
public struct RemoteRule: Hashable, Sendable {
  /// What a word of the service means.
  public enum Meaning: String, Hashable, Sendable, CaseIterable {
    /// The work waits at the server.
    case queued
    /// The server works on it.
    case running
    /// The work is done, and there is a result.
    case finished
    /// The work failed.
    case failed
    /// The work was cancelled.
    case cancelled
  }

  /// Where an address stands in an answer.
  public enum Address: Hashable, Sendable {
    /// A header field that holds a URL reference.
    case header(String)
    /// A JSON Pointer to a text that is a URL reference.
    case pointer(String)
    /// A URL reference in which `{id}` stands for the text at a JSON Pointer.
    case template(String, id: String)
  }

  /// Where the result is.
  public enum Result: Hashable, Sendable {
    /// The poll's own answer; a pointer names the part that matters, empty for all of it.
    case inPoll(pointer: String)
    /// Fetched by one more GET.
    case at([Address])
  }

  /// How a job is stopped at the server.
  public struct Cancel: Hashable, Sendable {
    /// The method of the request that cancels the work.
    public var method: HTTPMethod
    /// Empty: the address that is polled.
    public var address: [Address]

    /// Creates a rule; by default the address that is polled.
    public init(method: HTTPMethod, address: [Address] = []) {
      self.method = method
      self.address = address
    }
  }

  /// Statuses of the submit answer that may mean "come back later"; an answer of which no address can
  /// be read is the result itself.
  public var accepted: [ClosedRange<Int>]
  /// Where to ask.
  public var status: [Address]
  /// The text that names the job for people; empty without one.
  public var id: String
  /// JSON Pointers to the word that says where the job stands; a truth value counts as `true` or `false`.
  public var word: [String]
  /// Compared without case. An unknown word keeps the polling going and is shown.
  public var words: [String: Meaning]
  /// JSON Pointers whose value, where there is one, means that a finished job failed.
  public var failure: [String]
  /// JSON Pointers to what went wrong in a failed job: an object, a list of them, or a text.
  public var errors: [String]
  /// Where the result is.
  public var result: Result
  /// How the work is cancelled at the server; nil when the server offers no way.
  public var cancel: Cancel?
  /// When the server is polled.
  public var poll: PollPolicy
  /// Query fields that every question carries: names, with templates and references as values.
  public var query: [DraftField]

  /// Creates a rule.
  public init(
    accepted: [ClosedRange<Int>] = [202...202], status: [Address], id: String = "",
    word: [String] = [], words: [String: Meaning] = [:], failure: [String] = [],
    errors: [String] = [], result: Result = .inPoll(pointer: ""), cancel: Cancel? = nil,
    poll: PollPolicy = PollPolicy(), query: [DraftField] = []
  ) {
    self.accepted = accepted
    self.status = status
    self.id = id
    self.word = word
    self.words = words
    self.failure = failure
    self.errors = errors
    self.result = result
    self.cancel = cancel
    self.poll = poll
    self.query = query
  }
}

/// When a remote job is asked for.
///
/// `Retry-After` goes before all of it.
public struct PollPolicy: Hashable, Sendable {
  /// Until the first question.
  public var first: Duration
  /// While the word means queued, and while it means running; nil grows from `first` by `factor`.
  public var queued: Duration?
  /// The wait while the work runs; nil grows from `first` by `factor`.
  public var running: Duration?
  /// The growth of the wait from one poll to the next.
  public var factor: Double
  /// The longest wait.
  public var longest: Duration
  /// A part of the wait, up or down by chance.
  public var jitter: Double
  /// From the submit; past it the job is interrupted and nothing more is asked. Nil: for ever.
  public var deadline: Duration?
  /// So many questions in a row without any answer of use end in *lost*.
  public var errorsInRow: Int

  /// Creates a policy.
  public init(
    first: Duration = .seconds(1), queued: Duration? = nil, running: Duration? = nil,
    factor: Double = 1.5, longest: Duration = .seconds(30), jitter: Double = 0.2,
    deadline: Duration? = nil, errorsInRow: Int = 10
  ) {
    self.first = first
    self.queued = queued
    self.running = running
    self.factor = factor
    self.longest = longest
    self.jitter = jitter
    self.deadline = deadline
    self.errorsInRow = errorsInRow
  }
}
