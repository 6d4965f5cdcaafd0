/// The rule by which a response becomes a remote job. The server processes a remote job, and Weir
/// polls the server until the job has ended.
///
/// In each list of addresses or pointers, the first one that exists is used.
///
/// - Source: RFC 9110, section 15.3.3.
public struct RemoteRule: Hashable, Sendable {
  /// The meaning of a status word of the service.
  public enum Meaning: String, Hashable, Sendable, CaseIterable {
    /// The job is queued on the server.
    case queued
    /// The server processes the job.
    case running
    /// The job is finished, and there is a result.
    case finished
    /// The job failed.
    case failed
    /// The job was cancelled.
    case cancelled
  }

  /// The position of a URL in a response.
  public enum Address: Hashable, Sendable {
    /// A header field that contains a URL reference.
    case header(String)
    /// A JSON Pointer to a URL reference.
    case pointer(String)
    /// A URL reference in which `{id}` is replaced by the text at a JSON Pointer.
    case template(String, id: String)
  }

  /// The position of the result.
  public enum Result: Hashable, Sendable {
    /// The part of the poll's response at this JSON Pointer. Empty selects the full response.
    case inPoll(pointer: String)
    /// The response to another GET request, to the first of these addresses that exists.
    case at([Address])
  }

  /// The request that cancels a job on the server.
  public struct Cancel: Hashable, Sendable {
    /// The method of the request.
    public var method: HTTPMethod
    /// The address of the request. Empty selects the address that is polled.
    public var address: [Address]

    /// Creates a rule. By default the address is the one that is polled.
    public init(method: HTTPMethod, address: [Address] = []) {
      self.method = method
      self.address = address
    }
  }

  /// The status codes of responses that may accept the job. If such a response does not contain an
  /// address to poll, the response is the result of the job.
  public var accepted: [ClosedRange<Int>]
  /// The addresses to poll.
  public var status: [Address]
  /// The JSON Pointer to the text that identifies the job to users, or an empty string for none.
  public var id: String
  /// JSON Pointers to the status word. A Boolean is read as `true` or `false`.
  public var word: [String]
  /// The meanings of the status words. Words are compared case-insensitively. Polling continues
  /// after an unknown word.
  public var words: [String: Meaning]
  /// JSON Pointers to values whose presence means that a finished job failed. In these and in
  /// `errors`, `*` matches each element of a list.
  public var failure: [String]
  /// JSON Pointers to the errors of a failed job: an object, a list of objects, or a string.
  public var errors: [String]
  /// The position of the result.
  public var result: Result
  /// The request that cancels the job on the server, or nil if the server does not support this.
  public var cancel: Cancel?
  /// The times at which the server is polled.
  public var poll: PollPolicy
  /// Query fields of every poll: names, with templates and references as values.
  public var query: [DraftField]
  /// Names of query or body fields of the request, such as a key, that each poll repeats in a form.
  /// A poll with such a field is a POST, and the field is not in its URL. If the request was a GET,
  /// or if the server rejects the method of the poll (405, 501), the poll is a GET with the field
  /// in its query.
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

/// The times at which a remote job is polled. A `Retry-After` of the server takes precedence.
public struct PollPolicy: Hashable, Sendable {
  /// The wait before the first poll.
  public var first: Duration
  /// The wait while the job is queued. With nil, the wait grows from `first` by `factor`.
  public var queued: Duration?
  /// The wait while the job is running. With nil, the wait grows from `first` by `factor`.
  public var running: Duration?
  /// The factor by which the wait grows from one poll to the next.
  public var factor: Double
  /// The maximum wait.
  public var longest: Duration
  /// The maximum random change of the wait, as a fraction of the wait.
  public var jitter: Double
  /// The time after the submission at which the job is interrupted, or nil for no limit.
  public var deadline: Duration?
  /// The number of consecutive polls without a usable response at which the remote job counts as
  /// lost.
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
