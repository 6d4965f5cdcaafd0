/// Why something did not happen, in three sentences for a person and one word for a program.
public struct Failure: Error, Hashable, Sendable {
  /// What went wrong, for programs.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// No connection within `Deadlines.connect`.
    case connectTimeout
    /// No byte of a response within `Deadlines.firstByte`.
    case firstByteTimeout
    /// No further byte within `Deadlines.idle`.
    case idleTimeout
    /// The attempt took longer than `Deadlines.total`.
    case totalTimeout
    /// The name of the server does not exist.
    case nameNotFound
    /// The name of the server could not be looked up.
    case nameLookup
    /// The server refused the connection.
    case refused
    /// There is no way to the server.
    case unreachable
    /// The connection ended during the attempt.
    case connectionLost
    /// The proxy could not be used.
    case proxy
    /// The certificate of the server is not trusted.
    case certificate
    /// The server showed none of the pinned keys.
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
    /// An error of an HTTP/2 stream or connection.
    case http2
    /// The server reported that it did not process the request (HTTP/2).
    case unprocessed
    /// The content coding of the body cannot be decoded.
    case contentCoding
    /// The connection ended before the head of a final response was complete.
    case headIncomplete
    /// A complete head after which no response can be read: its lengths contradict each other, or it
    /// switches to a protocol that was not requested.
    case invalidFraming
    /// More redirects than the rule allows.
    case tooManyRedirects
    /// The redirect leads to a place that is not allowed.
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
    /// The installed libraries, or the store, do not support it.
    case unsupported
    /// A program could not be started, failed, or took too long.
    case program
    /// The cache has no response, and the network was excluded. Source: RFC 9111, section 5.2.1.7.
    case notCached
    /// A complete response that the outcome rule of its gateway calls a failure.
    case serviceFailure
    /// A complete response that requires another version of the client, by the outcome rule of its
    /// gateway.
    case upgradeRequired
    /// A complete response with a status of 400 or more, if neither an outcome rule nor an assertion decides.
    case errorStatus
    /// A complete response for which an assertion does not hold.
    case assertion
  }

  /// What went wrong, for programs.
  public let kind: Kind
  /// What did not happen: "The request to api.example.com was not sent."
  public let what: String
  /// Why: "Its certificate does not match the pinned key."
  public let why: String
  /// What the user can do about it.
  public let whatToDo: String
  /// The words of the library or the system below, for the curious.
  public let cause: String?
  /// The errors in the response of the service, in their order there; empty where it names none.
  public let errors: [ServiceWords]

  /// Creates a failure from sentences that a user can read.
  public init(
    _ kind: Kind, what: String, why: String, whatToDo: String, cause: String? = nil,
    errors: [ServiceWords] = []
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
