/// Why something did not happen, in three sentences for a person and one word for a program.
public struct Failure: Error, Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case connectTimeout, firstByteTimeout, idleTimeout, totalTimeout
    case nameNotFound, nameLookup, refused, unreachable, connectionLost, proxy
    case certificate, pinMismatch, tlsHandshake, clientCertificate
    case malformedAnswer, headersLimit, bodyLimit, bodyIncomplete, http2, contentCoding
    /// The connection ended before the head of a final response was complete.
    case headIncomplete
    /// A complete head after which no response can be read: its lengths contradict each other, or it
    /// switches to a protocol that was not requested.
    case invalidFraming
    case tooManyRedirects, redirectRefused
    case invalidRequest, fileChanged, fileUnreadable, secretMissing, authentication
    case storage, diskFull, unsupported
    case program
    /// The cache has no answer, and the network was ruled out. Source: RFC 9111, section 5.2.1.7.
    case notCached
    /// A complete response that the outcome rule of its gateway calls a failure.
    case serviceFailure, upgradeRequired
    /// A complete response with a status of 400 or more, if neither an outcome rule nor an assertion decides.
    case errorStatus
    /// A complete response for which an assertion does not hold.
    case assertion
  }

  public let kind: Kind
  /// What did not happen: "The request to api.example.com was not sent."
  public let what: String
  /// Why: "Its certificate does not match the pinned key."
  public let why: String
  /// What the user can do about it.
  public let whatToDo: String
  /// The words of the library or the system below, for the curious.
  public let cause: String?

  public init(
    _ kind: Kind, what: String, why: String, whatToDo: String, cause: String? = nil
  ) {
    self.kind = kind
    self.what = what
    self.why = why
    self.whatToDo = whatToDo
    self.cause = cause
  }
}

extension Failure: CustomStringConvertible {
  public var description: String { "\(what) \(why) \(whatToDo)" }
}
