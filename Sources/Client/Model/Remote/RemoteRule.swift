/// How a response becomes a remote job: work of the server that is polled until it is done.
///
/// Addresses and pointers are tried in order, and the first that exists counts.
///
/// - Source: RFC 9110, section 15.3.3.
public struct RemoteRule: Hashable, Sendable {
  /// The meaning of a status word of the service.
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

  /// The place of an address in a response.
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
    /// In the response to the poll; a pointer names the part, empty for all of it.
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

  /// The statuses that may mean that the server accepted the work. A response without a readable
  /// address is the result itself.
  public var accepted: [ClosedRange<Int>]
  /// The address to poll.
  public var status: [Address]
  /// The text that names the job for people; empty without one.
  public var id: String
  /// JSON Pointers to the status word; a truth value counts as `true` or `false`.
  public var word: [String]
  /// The meaning of each status word, in any case. Polling continues after an unknown word.
  public var words: [String: Meaning]
  /// JSON Pointers whose value, where there is one, means that a finished job failed. In these and in
  /// `errors`, `*` stands for each element of a list.
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
  /// Fields of the request's query or parts of its body, such as a key, that each poll repeats as parts of a
  /// form. A poll with such a field is a POST, and the field is not in its URL. If the request was a GET, or the
  /// server refuses the method of the poll (405, 501), the poll is a GET and the field is in its query.
  public var form: [String]

  /// Creates a rule.
  public init(
    accepted: [ClosedRange<Int>] = [202...202], status: [Address], id: String = "",
    word: [String] = [], words: [String: Meaning] = [:], failure: [String] = [],
    errors: [String] = [], result: Result = .inPoll(pointer: ""), cancel: Cancel? = nil,
    poll: PollPolicy = PollPolicy(), query: [DraftField] = [], form: [String] = []
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
    self.form = form
  }
}

/// When a remote job is polled. A `Retry-After` of the server precedes it.
public struct PollPolicy: Hashable, Sendable {
  /// The wait before the first poll.
  public var first: Duration
  /// The wait while the work is queued; nil grows from `first` by `factor`.
  public var queued: Duration?
  /// The wait while the work runs; nil grows from `first` by `factor`.
  public var running: Duration?
  /// The growth of the wait from one poll to the next.
  public var factor: Double
  /// The longest wait.
  public var longest: Duration
  /// A part of the wait, up or down by chance.
  public var jitter: Double
  /// The time from the submission after which the job is interrupted; nil for no limit.
  public var deadline: Duration?
  /// After this many polls in a row without a usable response, the remote job counts as lost.
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
