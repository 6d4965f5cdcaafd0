/// The reason why an operation failed, in three sentences for the user and one word for programs.
public struct Failure: Error, Hashable, Sendable {
  /// The kind of failure, for programs.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// No connection was made within `Deadlines.connect`.
    case connectTimeout
    /// No byte of a response was received within `Deadlines.firstByte`.
    case firstByteTimeout
    /// No further byte was received within `Deadlines.idle`.
    case idleTimeout
    /// The attempt took longer than `Deadlines.total`.
    case totalTimeout
    /// The name of the server does not exist.
    case nameNotFound
    /// The name of the server could not be looked up.
    case nameLookup
    /// The server refused the connection.
    case refused
    /// There is no route to the server.
    case unreachable
    /// The connection ended during the attempt.
    case connectionLost
    /// The proxy could not be used.
    case proxy
    /// The certificate of the server is not trusted.
    case certificate
    /// The server's key is not one of the pinned keys.
    case pinMismatch
    /// The TLS handshake failed for another reason.
    case tlsHandshake
    /// The client certificate cannot be used, or the server rejected it.
    case clientCertificate
    /// The response violates HTTP.
    case malformedResponse
    /// The header fields exceed `TransferLimits`.
    case headersLimit
    /// The body exceeds `TransferLimits` or the free disk space.
    case bodyLimit
    /// The connection ended before the body was complete.
    case bodyIncomplete
    /// An HTTP/2 stream or connection failed.
    case http2
    /// The server reported that it did not process the request (HTTP/2).
    case unprocessed
    /// The content coding of the body cannot be decoded.
    case contentCoding
    /// The connection ended before the head of a final response was complete.
    case headIncomplete
    /// No response can be read after a complete head: its lengths contradict each other, or it
    /// switches to a protocol that was not requested.
    case invalidFraming
    /// The number of redirects exceeds the limit.
    case tooManyRedirects
    /// The redirect leads to a URL that is not allowed.
    case redirectRefused
    /// The request, or another argument of the call, is invalid; nothing was sent.
    case invalidRequest
    /// A file of the request changed after it was chosen.
    case fileChanged
    /// A file of the request cannot be read.
    case fileUnreadable
    /// A reference to a secret cannot be resolved.
    case secretMissing
    /// The credentials cannot be used, or the server rejects them.
    case authentication
    /// The store cannot be read or written.
    case storage
    /// There is no free space for the store or a body.
    case diskFull
    /// The installed libraries, or the store, do not support the operation.
    case unsupported
    /// A program could not be started, failed, or took too long.
    case program
    /// The cache has no response, and the network was excluded. Source: RFC 9111, section 5.2.1.7.
    case notCached
    /// A complete response is a failure according to the outcome rule of its gateway.
    case serviceFailure
    /// A complete response requires another version of the client, according to the outcome rule of
    /// its gateway.
    case upgradeRequired
    /// A complete response has a status of 400 or more, and neither an outcome rule nor an
    /// assertion on the status applies.
    case errorStatus
    /// An assertion does not hold for a complete response.
    case assertion
  }

  /// The kind of failure, for programs.
  public let kind: Kind
  /// The operation that failed: "The request to api.example.com was not sent."
  public let what: String
  /// The reason: "Its certificate does not match the pinned key."
  public let why: String
  /// An action with which the user can solve the problem.
  public let whatToDo: String
  /// The message of the library or the operating system that caused the failure, or nil if there is
  /// none.
  public let cause: String?
  /// The errors in the response of the service, in the order of the response. Empty if it contains
  /// none.
  public let errors: [ServiceError]

  /// Creates a failure from sentences that a user can read.
  public init(
    _ kind: Kind, what: String, why: String, whatToDo: String, cause: String? = nil,
    errors: [ServiceError] = []
  ) {
    self.kind = kind
    self.what = what
    self.why = why
    self.whatToDo = whatToDo
    self.cause = cause
    self.errors = errors
  }
}

extension Failure: CustomStringConvertible {
  public var description: String { "\(what) \(why) \(whatToDo)" }
}
