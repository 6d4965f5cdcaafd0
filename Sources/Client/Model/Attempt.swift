/// The identifier of an attempt of a job. Each redirect hop is a separate attempt.
public struct AttemptID: Hashable, Sendable {
  /// The job of the attempt.
  public let job: JobID
  /// The number of the attempt within the job, starting at 1. Retries and redirect hops count as
  /// attempts.
  public let number: Int

  /// Creates the id of an attempt. `number` starts at 1.
  public init(job: JobID, number: Int) {
    self.job = job
    self.number = number
  }
}

/// One transmission of a job. The attempt is committed before its first byte is sent. The result is
/// committed when the attempt ends.
public struct Attempt: Hashable, Sendable {
  /// The job, and the number of the attempt within it.
  public var id: AttemptID
  /// The number of redirects before this attempt. The request itself is 0, the first redirect is 1.
  public var hop: Int
  /// The method that was sent. A redirect may have changed it.
  public var method: HTTPMethod
  /// The URL for display, without secrets.
  public var displayURL: String
  /// The scheme, host and port of the server.
  public var origin: Origin
  /// The identity of the body, or nil if there is no body.
  public var body: BodyIdentity?
  /// The `Idempotency-Key` header of the attempt, or nil if there is none.
  public var idempotencyKey: String?
  /// The time of the commit, immediately before the first byte was sent.
  public var started: Timestamp
  /// The result, or nil while the attempt is running. The result stays nil if the process ended
  /// during the attempt.
  public var result: AttemptResult?

  /// Creates an attempt. By default, the attempt is the first request of its job, without a body or
  /// a result.
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

/// The result of an attempt: the response as far as it was received, and facts about the transfer.
public struct AttemptResult: Hashable, Sendable {
  /// The way an attempt ended.
  public enum End: Hashable, Sendable {
    /// The response is complete.
    case responded
    /// No complete response was received. The failure states the reason.
    case failed(Failure)
    /// The attempt was cancelled on request.
    case cancelled
  }

  /// The way the attempt ended.
  public var end: End
  /// The head of the final response, or nil if no complete head was received. It is set even if the
  /// body is incomplete.
  public var head: ResponseHead?
  /// The trailer fields, received after the body. They are never merged with the header fields,
  /// because they must not frame, authorise or describe the body (RFC 9110, section 6.5.1).
  public var trailers: [ResponseField]
  /// The body of the response. If `head` is nil, this is the part of the head that was received.
  public var body: StoredBody
  /// The duration of each phase.
  public var timings: Timings
  /// The known facts about the connection.
  public var connection: ConnectionFacts
  /// The number of bytes sent and received.
  public var transfer: TransferCounts
  /// Irregularities in the framing of the response. If there are any, the connection was not
  /// reused.
  public var framing: [FramingNote]
  /// The source of the response.
  public var source: ResponseSource
  /// The files that were completely sent.
  public var sentFiles: [SentFile]
  /// The changes that middleware made, or nil if there is no middleware.
  public var processing: Processing?
  /// The `Accept-Encoding` value that the transport added, or nil if it did not add one.
  public var offeredCodings: String?
  /// The results of the request's assertions, in the order of the assertions. Empty if no assertion
  /// was checked.
  public var verdicts: [AssertionVerdict]

  /// Creates a result. By default, there is no response, and the source is the network.
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
