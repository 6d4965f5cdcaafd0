/// The rule for turning a response into a remote job. The server processes the remote job. Weir
/// polls the server until the job has ended.
///
/// From each list of addresses or pointers, the first that exists is used.
///
/// - Source: RFC 9110, section 15.3.3.
public struct RemoteRule: Hashable, Sendable {
  /// The meaning of a service's status word.
  public enum Meaning: String, Hashable, Sendable, CaseIterable {
    /// The job is queued on the server.
    case queued
    /// The server processes the job.
    case running
    /// The job is finished and has a result.
    case finished
    /// The job failed.
    case failed
    /// The job was cancelled.
    case cancelled
  }

  /// The location of a URL in a response.
  public enum Address: Hashable, Sendable {
    /// A header field that contains a URL reference.
    case header(String)
    /// A JSON Pointer to a URL reference.
    case pointer(String)
    /// A URL reference in which the text at a JSON Pointer replaces `{id}`.
    case template(String, id: String)
  }

  /// The location of the result.
  public enum Result: Hashable, Sendable {
    /// The part of the poll's response at this JSON Pointer. If empty, the full response is the
    /// result.
    case inPoll(pointer: String)
    /// The response to a separate GET request. The first address that exists is used.
    case at([Address])
  }

  /// The request that cancels a job on the server.
  public struct Cancel: Hashable, Sendable {
    /// The method of the request.
    public var method: HTTPMethod
    /// The address of the request. If empty, the polled address is used.
    public var address: [Address]

    /// Creates a rule. By default, the polled address is used.
    public init(method: HTTPMethod, address: [Address] = []) {
      self.method = method
      self.address = address
    }
  }

  /// The status codes with which a server may accept the job. If the response contains no address
  /// to poll, the response itself is the result.
  public var accepted: [ClosedRange<Int>]
  /// The addresses to poll.
  public var status: [Address]
  /// The JSON Pointer to the id that users see, or an empty string if there is none.
  public var id: String
  /// JSON Pointers to the status word. A Boolean counts as `true` or `false`.
  public var word: [String]
  /// The meanings of the status words. Case is ignored. Polling continues after an unknown word.
  public var words: [String: Meaning]
  /// JSON Pointers to values that show that a finished job failed. The job failed if any of them
  /// exists. Here and in `errors`, `*` matches each element of a list.
  public var failure: [String]
  /// JSON Pointers to the errors of a failed job. The value is an object, a list of objects, or a
  /// string.
  public var errors: [String]
  /// The location of the result.
  public var result: Result
  /// The request that cancels the job on the server. Nil if the server does not support this.
  public var cancel: Cancel?
  /// The policy for when to poll.
  public var poll: PollPolicy
  /// The query fields of every poll. The values may contain templates and references.
  public var query: [DraftField]
  /// The names of query or body fields, such as a key, that each poll repeats. The poll is a POST
  /// with a form, so that the fields are not in its URL. If the request was a GET, or if the server
  /// rejects the POST (405, 501), the poll is a GET with the fields in its query.
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

/// The policy for when to poll a remote job. A server's `Retry-After` takes precedence.
public struct PollPolicy: Hashable, Sendable {
  /// The waiting time before the first poll.
  public var first: Duration
  /// The waiting time while the job is queued. If nil, the time grows from `first` by `factor`.
  public var queued: Duration?
  /// The waiting time while the job is running. If nil, the time grows from `first` by `factor`.
  public var running: Duration?
  /// The factor by which the waiting time grows after each poll.
  public var factor: Double
  /// The maximum waiting time.
  public var longest: Duration
  /// The maximum random change of the waiting time, as a fraction.
  public var jitter: Double
  /// The time from the acceptance of the job until polling ends and the job is interrupted, or nil
  /// if there is no limit.
  public var deadline: Duration?
  /// The number of consecutive polls without a usable response after which the remote job counts as
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
