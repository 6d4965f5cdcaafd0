public import ClientModel

/// Sends attempts over HTTP or another protocol.
///
/// A transport sends each attempt once. It does not follow redirects, retry or make other
/// decisions. Its calls return at once, and `events` reports the results.
public protocol Transport: Sendable {
  /// Sends attempts in order. Each id results in exactly one `finished` event.
  func begin(_ attempts: [OutgoingAttempt])

  /// Stops attempts within 100 ms. They finish as `cancelled`. Unknown ids are ignored, because
  /// their attempts have already ended.
  func cancel(_ attempts: [AttemptID])

  /// Sets the connection limits. They take effect at once, even for transfers in progress. A
  /// transport that has no connections ignores this call.
  func use(_ pool: ConnectionPool)

  /// Returns whether a connection for this request can be established. If the request has a proxy,
  /// the proxy is used. No request is sent.
  ///
  /// If the transport cannot determine this, it returns true, and the next attempt shows the
  /// result.
  func connects(for request: WireRequest) async -> Bool

  /// The maximum number of simultaneous attempts. It depends on the file descriptors of the
  /// process.
  var capacity: Int { get }

  /// The events of attempts in batches. Only one reader is allowed. The stream ends after
  /// `shutDown`.
  var events: AsyncStream<[TransportEvent]> { get }

  /// Cancels running attempts and ends the transport's threads.
  func shutDown() async
}

extension Transport {
  public func use(_ pool: ConnectionPool) {}
  public func connects(for request: WireRequest) async -> Bool { true }
  public var capacity: Int { .max }
}

/// An attempt that is ready to send. It contains secrets, so it must never be printed or stored.
public struct OutgoingAttempt: Sendable {
  /// The id that identifies the attempt in events.
  public var id: AttemptID
  /// The request to send.
  public var request: WireRequest
  /// The destination for a response body over 64 KiB. The transport creates it when necessary.
  public var body: NewBody
  /// The cookies of the request, or nil if it uses no jar.
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
  /// The identity of the workspace, as in `LaneKey`. Empty for none.
  public var workspace: String
  /// The name of the environment. Empty for none.
  public var environment: String

  /// Creates a key. By default, it has neither a workspace nor an environment.
  public init(workspace: String = "", environment: String = "") {
    self.workspace = workspace
    self.environment = environment
  }
}

/// An event of an attempt.
public enum TransportEvent: Sendable {
  /// The head of the final response has arrived. 1xx responses are not reported.
  case headArrived(AttemptID, ResponseHead)
  /// The progress of an attempt. Reported at most about ten times per second.
  case progressed(AttemptID, TransferProgress)
  /// The number of decoded bytes of the body. The bytes can be read from the attempt's `body`
  /// unless they are in memory.
  case bodyGrew(AttemptID, ByteCount, BodyStorage)
  /// The attempt has ended. If the body is a file, it is complete and synced to disk.
  case finished(AttemptID, AttemptResult, FinishFacts)
  /// The cookie changes made by a response. They are reported before the attempt's `finished`
  /// event.
  case cookiesChanged([CookieChange])
}

/// The place where an arriving body is stored.
public enum BodyStorage: Hashable, Sendable {
  /// The transport's memory. Used for a body of at most 64 KiB that is not a stream. Also used if
  /// the process has no free descriptor to open the body's file.
  case memory
  /// The attempt's `body`.
  case file
}

/// The facts that the retry decision needs in addition to the result.
public struct FinishFacts: Hashable, Sendable {
  /// The part of the request that was sent.
  public enum Sent: UInt8, Hashable, Sendable {
    /// No part of the request was sent, or the server reported that it did not process the request.
    case nothing
    /// A part or all of the request was sent. If there is no response, it is unknown whether the
    /// request took effect.
    case something
  }

  /// The part of the request that was sent.
  public var sent: Sent

  /// Creates the facts of a finished attempt.
  public init(sent: Sent) { self.sent = sent }
}
