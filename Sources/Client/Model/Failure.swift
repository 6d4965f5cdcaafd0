/// The reason why an operation failed: three sentences for the user, and a word for programs.
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
    /// The TLS handshake failed, but not because of a certificate.
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
    /// The server reported over HTTP/2 that it did not process the request.
    case unprocessed
    /// The content coding of the body cannot be decoded.
    case contentCoding
    /// The connection ended before the head of a final response was complete.
    case headIncomplete
    /// The head is complete, but the response cannot be read. Its lengths contradict each other, or
    /// the server switched to a protocol that was not requested.
    case invalidFraming
    /// There were more redirects than the limit allows.
    case tooManyRedirects
    /// The redirect leads to a URL that is not allowed.
    case redirectRefused
    /// The request or an argument of the call is invalid. Nothing was sent.
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
    /// The installed libraries or the store do not support the operation.
    case unsupported
    /// A program could not be started, failed, or took too long.
    case program
    /// The cache has no response, and the network must not be used. Source: RFC 9111, section
    /// 5.2.1.7.
    case notCached
    /// The response is complete, but the gateway's outcome rule classifies the response as a
    /// failure.
    case serviceFailure
    /// The response is complete, but it requires a different client version, according to the
    /// gateway's outcome rule.
    case upgradeRequired
    /// The response is complete, but its status is 400 or more. No outcome rule and no assertion
    /// checks the status.
    case errorStatus
    /// The response is complete, but an assertion does not hold.
    case assertion
  }

  /// The kind of failure, for programs.
  public let kind: Kind
  /// The operation that failed: "The request to api.example.com was not sent."
  public let what: String
  /// The reason: "Its certificate does not match the pinned key."
  public let why: String
  /// Advice that tells the user how to solve the problem.
  public let whatToDo: String
  /// The message from the library or the operating system, or nil if there is none.
  public let cause: String?
  /// The errors that the service listed in its response, in the same order.
  public let errors: [ServiceError]

  /// Creates a failure from sentences for the user.
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
