public import ClientModel

/// A sender of attempts over HTTP or another protocol.
///
/// A transport sends each attempt once. It follows no redirects, repeats nothing and makes no
/// decisions. Its calls return at once, and `events` reports the results.
public protocol Transport: Sendable {
  /// Sends attempts, in order. Each id ends in exactly one `finished` event.
  func begin(_ attempts: [OutgoingAttempt])

  /// Stops attempts in any phase within 100 ms. They finish as `cancelled`. Unknown ids are
  /// ignored, because those attempts have already ended.
  func cancel(_ attempts: [AttemptID])

  /// Sets the connection limits. Takes effect immediately, including for transfers in progress. A
  /// transport without connections ignores this call.
  func use(_ pool: ConnectionPool)

  /// Returns whether a connection for this request can be established, through its proxy if it has
  /// one. Sends no request. A transport that cannot determine this returns true, and the next
  /// attempt shows the result.
  func connects(for request: WireRequest) async -> Bool

  /// The maximum number of attempts that can be sent at once with the file descriptors of the
  /// process.
  var capacity: Int { get }

  /// The events of attempts, in batches, for one reader. The stream ends after `shutDown`.
  var events: AsyncStream<[TransportEvent]> { get }

  /// Cancels running attempts and ends the transport's threads.
  func shutDown() async
}

extension Transport {
  public func use(_ pool: ConnectionPool) {}
  public func connects(for request: WireRequest) async -> Bool { true }
  public var capacity: Int { .max }
}

/// A complete attempt. Secrets are filled in, so it must never be printed or stored.
public struct OutgoingAttempt: Sendable {
  /// The id of the attempt, used in its events.
  public var id: AttemptID
  /// The request to send.
  public var request: WireRequest
  /// The destination of a body over 64 KiB. The transport creates it when it is needed.
  public var body: NewBody
  /// The cookies for the request, or nil if it uses no jar.
  public var cookies: OutgoingCookies?

  /// Creates an attempt.
  public init(
    id: AttemptID, request: WireRequest, body: NewBody, cookies: OutgoingCookies? = nil
  ) {
    self.id = id
    self.request = request
    self.body = body
    self.cookies = cookies
  }
}

/// The identifier of a cookie jar. There is one jar per workspace and environment.
public struct CookieJarKey: Hashable, Sendable {
  /// The identity of the workspace, as in `LaneKey`, or an empty string for none.
  public var workspace: String
  /// The name of the environment, or an empty string for none.
  public var environment: String

  /// Creates a key. By default, it is the key of the jar without workspace and environment.
  public init(workspace: String = "", environment: String = "") {
    self.workspace = workspace
    self.environment = environment
  }
}

/// An event of an attempt.
public enum TransportEvent: Sendable {
  /// The head of the final response is complete. 1xx responses are not reported.
  case headArrived(AttemptID, ResponseHead)
  /// The progress of an attempt, about ten times a second at most.
  case progressed(AttemptID, TransferProgress)
  /// The body has grown to this many decoded bytes. Unless they are in memory, they can
  /// be read from the attempt's `body`.
  case bodyGrew(AttemptID, ByteCount, BodyStorage)
  /// The attempt has ended. A body file is complete and synced to disk.
  case finished(AttemptID, AttemptResult, FinishFacts)
  /// The changes of a response to its jar, reported before the attempt's `finished`.
  case cookiesChanged([CookieChange])
}

/// The place of the bytes of an arriving body.
public enum BodyStorage: Hashable, Sendable {
  /// The transport's memory. It contains a body of at most 64 KiB that is not a stream, and a body
  /// whose file cannot be opened yet because the process has no free descriptor.
  case memory
  /// The attempt's `body`.
  case file
}

/// Facts that the retry decision needs in addition to the result.
public struct FinishFacts: Hashable, Sendable {
  /// The part of the request that was sent.
  public enum Sent: UInt8, Hashable, Sendable {
    /// No byte of the request was sent, or the server reported that it did not process the request.
    case nothing
    /// A part or all of the request was sent. Without a response, it is unknown whether it took
    /// effect.
    case something
  }

  /// The part of the request that was sent.
  public var sent: Sent

  /// Creates the facts of a finished attempt.
  public init(sent: Sent) { self.sent = sent }
}
