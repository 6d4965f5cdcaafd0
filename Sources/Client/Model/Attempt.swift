/// Identifies an attempt of a job; redirect hops are attempts of their own.
public struct AttemptID: Hashable, Sendable {
  /// The job of the attempt.
  public let job: JobID
  /// From 1 upwards within the job, over all retries and hops.
  public let number: Int

  /// Creates the id of an attempt; the number starts at 1.
  public init(job: JobID, number: Int) {
    self.job = job
    self.number = number
  }
}

/// One transmission of a job. It is committed before its first byte, and its result when it ends.
public struct Attempt: Hashable, Sendable {
  /// The job, and the number of the attempt within it.
  public var id: AttemptID
  /// 0 for the request itself, 1 for the first redirect followed, and so on.
  public var hop: Int
  /// The method that was sent; a redirect may have changed it.
  public var method: HTTPMethod
  /// As shown to people: no secrets.
  public var displayURL: String
  /// Scheme, host and port of the server.
  public var origin: Origin
  /// Nil without a body.
  public var body: BodyIdentity?
  /// The `Idempotency-Key` it was to send; nil without one.
  public var idempotencyKey: String?
  /// When it was committed, directly before its first byte.
  public var started: Timestamp
  /// Nil while it is on the wire, and for ever when the program died.
  public var result: AttemptResult?

  /// Creates an attempt; by default it is the first request of its job, without a body or result.
  public init(
    id: AttemptID, hop: Int, method: HTTPMethod, displayURL: String, origin: Origin,
    body: BodyIdentity? = nil, idempotencyKey: String? = nil, started: Timestamp,
    result: AttemptResult? = nil
  ) {
    self.id = id
    self.hop = hop
    self.method = method
    self.displayURL = displayURL
    self.origin = origin
    self.body = body
    self.idempotencyKey = idempotencyKey
    self.started = started
    self.result = result
  }
}

/// How an attempt ended, with everything that was received.
public struct AttemptResult: Hashable, Sendable {
  /// How the attempt ended.
  public enum End: Hashable, Sendable {
    /// The response is complete.
    case answered
    /// There is no complete response, for this reason.
    case failed(Failure)
    /// It was stopped on request.
    case cancelled
  }

  /// How the attempt ended.
  public var end: End
  /// The head of the final response, also when its body is incomplete.
  public var head: ResponseHead?
  /// Fields that came after the body. Never joined to the head's: they may not frame, authorise or
  /// describe it (RFC 9110, section 6.5.1).
  public var trailers: [ResponseField]
  /// Without a head there is no response: then these are the bytes of the incomplete head, as received.
  public var body: StoredBody
  /// How long each phase took.
  public var timings: Timings
  /// What is known of the connection.
  public var connection: ConnectionFacts
  /// The bytes on the wire.
  public var transfer: TransferCounts
  /// Oddities in the framing of the response; its connection was not used again.
  public var framing: [FramingNote]
  /// Where the response came from.
  public var source: ResponseSource
  /// The files that were sent completely.
  public var sentFiles: [SentFile]
  /// What middleware did; nil without middleware.
  public var processing: Processing?
  /// The `Accept-Encoding` that the transport added; nil when it added none.
  public var offeredCodings: String?
  /// The results of the request's assertions, in their order; empty when nothing was checked.
  public var verdicts: [AssertionVerdict]

  /// Creates a result; by default it has no response and came from the network.
  public init(
    end: End, head: ResponseHead? = nil, trailers: [ResponseField] = [],
    body: StoredBody = .none, timings: Timings = Timings(),
    connection: ConnectionFacts = ConnectionFacts(), transfer: TransferCounts = TransferCounts(),
    framing: [FramingNote] = [], source: ResponseSource = .network,
    sentFiles: [SentFile] = [], processing: Processing? = nil, offeredCodings: String? = nil,
    verdicts: [AssertionVerdict] = []
  ) {
    self.verdicts = verdicts
    self.offeredCodings = offeredCodings
    self.end = end
    self.head = head
    self.trailers = trailers
    self.body = body
    self.timings = timings
    self.connection = connection
    self.transfer = transfer
    self.framing = framing
    self.source = source
    self.sentFiles = sentFiles
    self.processing = processing
  }
}
