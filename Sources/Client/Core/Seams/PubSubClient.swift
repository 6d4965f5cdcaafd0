public import ClientModel

/// A connection to a message broker.
///
/// Calls may be made from any thread and return at once. `events` reports the results.
///
/// A lost connection and its subscriptions are restored after a growing pause with jitter. This
/// happens only if the client has subscriptions, or messages that the broker may still acknowledge.
public protocol PubSubClient: Sendable {
  /// Connects, unless the client is connected or connecting.
  func connect()

  /// Subscribes when the client is connected. If a filter is already subscribed, its quality is
  /// changed.
  func subscribe(_ filters: [TopicFilter], quality: QualityOfService)

  /// Ends subscriptions.
  func unsubscribe(_ filters: [TopicFilter])

  /// Publishes a message. Each id results in exactly one `published` or `notPublished` event. If
  /// `connect` was never called, the publication fails as "not connected".
  ///
  /// - Parameter timeout: The time limit for the acknowledgement. It includes the time to connect.
  func publish(_ message: BrokerMessage, as id: PublicationID, timeout: Duration)

  /// Sends the pending messages, disconnects and ends `events`. The broker does not publish the
  /// will.
  func disconnect()

  /// The events of the connection in batches. Only one reader is allowed.
  var events: AsyncStream<[PubSubEvent]> { get }
}

/// Creates connections to brokers.
public protocol PubSubProvider: Sendable {
  /// Returns a client that is not connected yet.
  func client(of broker: BrokerAddress) -> any PubSubClient
}

/// The identifier of a publication. It is unique within a client.
public struct PublicationID: Hashable, Sendable {
  /// The number.
  public var rawValue: UInt64

  /// Creates an id. The client must not have used it before.
  public init(_ rawValue: UInt64) { self.rawValue = rawValue }
}

/// An event of a connection to a broker.
public enum PubSubEvent: Sendable {
  /// The broker accepted the connection.
  case connected(BrokerOptions.Version)
  /// The connection ended. The failure is nil if the client disconnected. If `retry` is set, the
  /// client reconnects after this time.
  case disconnected(Failure?, retry: Duration?)
  /// The broker accepted or refused a subscription.
  case subscribed(TopicFilter, Result<QualityOfService, Failure>)
  /// The broker ended a subscription.
  case unsubscribed(TopicFilter)
  /// The message was acknowledged as required by its quality of service. If the quality is "at most
  /// once", the message was sent.
  case published(PublicationID, Acknowledgement)
  /// The message was not acknowledged. The facts show whether the broker may have received it.
  case notPublished(PublicationID, Failure, FinishFacts)
  /// A message arrived.
  case message(BrokerMessage)
}

/// The response of a broker to a message.
public struct Acknowledgement: Hashable, Sendable {
  /// The reason code. It is 0 for success, and always 0 before MQTT 5. Source: MQTT 5, section 2.4.
  public var reason: UInt8
  /// The broker's text, or nil for none.
  public var text: String?
  /// The MQTT version.
  public var version: BrokerOptions.Version

  /// Creates an acknowledgement.
  public init(reason: UInt8 = 0, text: String? = nil, version: BrokerOptions.Version) {
    self.reason = reason
    self.text = text
    self.version = version
  }
}

/// The address, credentials and options of a broker. It contains secrets, so it must never be
/// printed or stored.
public struct BrokerAddress: Hashable, Sendable {
  /// The scheme, host and port.
  public var origin: Origin
  /// The user name, or nil for none.
  public var user: String?
  /// The password, or nil for none.
  public var password: String?
  /// The trusted certificates and the client certificate.
  public var trust: TrustOptions
  /// The path of a Unix domain socket. Nil means TCP.
  public var unixSocket: String?
  /// The time limit for connecting.
  public var connectTimeout: Duration
  /// The MQTT options: version, client id, session, keep-alive and will.
  public var options: BrokerOptions

  /// Creates an address. By default, it has no credentials and trusts the system's certificates.
  public init(
    origin: Origin, user: String? = nil, password: String? = nil,
    trust: TrustOptions = TrustOptions(), unixSocket: String? = nil,
    connectTimeout: Duration = Deadlines().connect, options: BrokerOptions = BrokerOptions()
  ) {
    self.origin = origin
    self.user = user
    self.password = password
    self.trust = trust
    self.unixSocket = unixSocket
    self.connectTimeout = connectTimeout
    self.options = options
  }
}

extension BrokerAddress: CustomStringConvertible, CustomReflectable {
  public var description: String { "\(origin)" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension BrokerAddress {
  /// Creates the address of a request's broker.
  ///
  /// - Throws: `unsupported` if brokers do not support the credentials.
  public init(_ request: WireRequest) throws(Failure) {
    self.init(
      origin: request.origin, trust: request.options.trust,
      unixSocket: request.options.route.unixSocket,
      connectTimeout: request.options.deadlines.connect,
      options: request.options.broker)
    guard let authorization = request.authorization else { return }
    guard authorization.scheme == .basic else {
      throw Failure(
        .unsupported, what: "The message to \(origin) was not sent.",
        why: "A broker accepts no credentials other than a user name and a password.",
        whatToDo: "Choose basic authorization.")
    }
    user = authorization["user"]
    password = authorization["password"]
  }
}
