public import ClientModel

/// Sends attempts: over HTTP, or in another way.
///
/// A transport sends each attempt once. It follows no redirect, repeats nothing and decides
/// nothing. Its calls return at once; `events` reports what happens.
public protocol Transport: Sendable {
  /// Puts attempts on the wire, in order. Each id ends in exactly one `finished` event.
  func begin(_ attempts: [OutgoingAttempt])

  /// Stops attempts within 100 ms, in whatever phase they are; they finish as `cancelled`.
  /// Unknown ids are ignored: they ended on their own.
  func cancel(_ attempts: [AttemptID])

  /// Sets the connection limits, effective immediately, including for transfers in progress. A transport
  /// without connections ignores this call.
  func use(_ pool: ConnectionPool)

  /// Whether a connection for this request can be established, through its proxy where it has one. Sends no
  /// request. A transport that cannot say returns true: the next attempt then shows it.
  func connects(for request: WireRequest) async -> Bool

  /// How many attempts it can have on the wire at once with the descriptors that the process may open.
  var capacity: Int { get }

  /// What happened, in batches, for one reader. Ends after `shutDown`.
  var events: AsyncStream<[TransportEvent]> { get }

  /// Cancels running attempts and ends the transport's threads.
  func shutDown() async
}

extension Transport {
  public func use(_ pool: ConnectionPool) {}
  public func connects(for request: WireRequest) async -> Bool { true }
  public var capacity: Int { .max }
}

/// One attempt, complete: secrets are filled in, so it is never printed and never stored.
public struct OutgoingAttempt: Sendable {
  /// The id of the attempt, used in its events.
  public var id: AttemptID
  /// What to send.
  public var request: WireRequest
  /// The folder and the file name for a body over 64 KiB; made by the transport, mode 0600.
  public var bodyPath: String
  /// Nil for a request that uses no jar.
  public var cookies: OutgoingCookies?

  /// Creates an attempt.
  public init(
    id: AttemptID, request: WireRequest, bodyPath: String, cookies: OutgoingCookies? = nil
  ) {
    self.id = id
    self.request = request
    self.bodyPath = bodyPath
    self.cookies = cookies
  }
}

/// Names a cookie jar: one per workspace and environment.
public struct CookieJarKey: Hashable, Sendable {
  /// The workspace, by its path; empty for none.
  public var workspace: String
  /// The environment, by its name; empty for none.
  public var environment: String

  /// Creates a key; by default that of the jar without workspace and environment.
  public init(workspace: String = "", environment: String = "") {
    self.workspace = workspace
    self.environment = environment
  }
}

/// An event of an attempt.
public enum TransportEvent: Sendable {
  /// The head of the final response is complete; 1xx responses are not reported.
  case headArrived(AttemptID, ResponseHead)
  /// At most about ten times a second for each attempt.
  case progressed(AttemptID, TransferProgress)
  /// The body has grown to this many decoded bytes; those in a file can be read at `bodyPath`.
  case bodyGrew(AttemptID, ByteCount, BodyPlace)
  /// The last word about an attempt. A body file is complete and synced to disk.
  case finished(AttemptID, AttemptResult, FinishFacts)
  /// The changes of a response to its jar; reported before the attempt's `finished`.
  case cookiesChanged([CookieChange])
}

/// Where the bytes of an arriving body are.
public enum BodyPlace: Hashable, Sendable {
  /// In the transport's memory: a body of at most 64 KiB that is not a stream, or a body whose file cannot
  /// be opened yet because the process has no free descriptor.
  case memory
  /// In the file at `bodyPath`.
  case file
}

/// Information that the retry decision needs in addition to the result.
public struct FinishFacts: Hashable, Sendable {
  /// How much of the request was sent.
  public enum Sent: UInt8, Hashable, Sendable {
    /// No byte of the request was sent, or the server reported that it did not process the request.
    case nothing
    /// Part or all of the request was sent. Without a response, it is unknown whether it took effect.
    case something
  }

  /// How much of the request was sent.
  public var sent: Sent

  /// Creates the facts of a finished attempt.
  public init(sent: Sent) { self.sent = sent }
}
