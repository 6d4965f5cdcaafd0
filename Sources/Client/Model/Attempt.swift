/// Names one try of a job on the wire; redirect hops count as tries of their own.
public struct AttemptID: Hashable, Sendable {
  public let job: JobID
  /// From 1 upwards within the job, over all retries and hops.
  public let number: Int

  public init(job: JobID, number: Int) {
    self.job = job
    self.number = number
  }
}

/// One try of a job: what was to be sent is committed before its first byte, what came back after.
public struct Attempt: Hashable, Sendable {
  public var id: AttemptID
  /// 0 for the request itself, 1 for the first redirect followed, and so on.
  public var hop: Int
  public var method: HTTPMethod
  /// As shown to people: no secrets.
  public var displayURL: String
  public var origin: Origin
  /// Nil without a body.
  public var body: BodyIdentity?
  /// The `Idempotency-Key` it was to send; nil without one.
  public var idempotencyKey: String?
  public var started: Timestamp
  /// Nil while it is on the wire, and for ever when the program died.
  public var result: AttemptResult?

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

/// How one try ended, with everything that arrived.
public struct AttemptResult: Hashable, Sendable {
  public enum End: Hashable, Sendable {
    /// A complete answer.
    case answered
    case failed(Failure)
    case cancelled
  }

  public var end: End
  /// The head of the final answer, also when its body was cut off.
  public var head: ResponseHead?
  /// Fields that came after the body. Never joined to the head's: they may not frame, authorise or
  /// describe it (RFC 9110, section 6.5.1).
  public var trailers: [ResponseField]
  /// Without a head there is no response: then these are the bytes of the incomplete head, as received.
  public var body: StoredBody
  public var timings: Timings
  public var connection: ConnectionFacts
  public var transfer: TransferCounts
  /// What was odd about the answer's framing; shown, and the connection was not used again.
  public var framing: [FramingNote]
  public var source: ResponseSource
  /// The files of the body that went out whole.
  public var sentFiles: [SentFile]
  public var processing: Processing?
  /// What `Accept-Encoding` said where the transport added it; nil where it added none.
  public var offeredCodings: String?
  /// What the assertions of the request made of it, in their order; none where nothing was checked.
  public var verdicts: [AssertionVerdict]

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
