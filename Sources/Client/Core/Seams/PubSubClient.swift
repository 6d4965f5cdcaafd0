public import ClientModel

/// A connection to one message broker.
///
/// Calls return at once and may come from any thread; `events` reports what happens. A lost connection is made
/// again, after a growing time with jitter, while the client has subscriptions or messages that the broker's
/// stored session may still acknowledge; subscriptions are then renewed.
public protocol PubSubClient: Sendable {
  /// Connects unless it is connected or about to be.
  func connect()

  /// Subscribes, once the client is connected. A filter that is subscribed already gets the new quality.
  func subscribe(_ filters: [TopicFilter], quality: QualityOfService)

  /// Ends subscriptions.
  func unsubscribe(_ filters: [TopicFilter])

  /// Publishes a message. Each id ends in exactly one `published` or `notPublished` event; without a call of
  /// `connect` before, with the failure "not connected", at once.
  ///
  /// - Parameter patience: How long to wait for the acknowledgement, connecting included.
  func publish(_ message: BrokerMessage, as id: PublicationID, patience: Duration)

  /// Disconnects after the messages that are under way, and ends `events`. The broker publishes no will.
  func disconnect()

  /// What happened, in batches, for one reader.
  var events: AsyncStream<[PubSubEvent]> { get }
}

/// Makes the connections to brokers.
public protocol PubSubProvider: Sendable {
  /// A client that is not connected yet.
  func client(of broker: BrokerAddress) -> any PubSubClient
}

/// Names a publication of one client.
public struct PublicationID: Hashable, Sendable {
  /// The number.
  public var rawValue: UInt64

  /// Creates an id, which must differ from the client's others.
  public init(_ rawValue: UInt64) { self.rawValue = rawValue }
}

/// An event of a connection to a broker.
public enum PubSubEvent: Sendable {
  /// The broker accepted the connection.
  case connected(BrokerOptions.Version)
  /// The connection ended: as asked, or for this reason. With `retry`, it is made again after that time.
  case disconnected(Failure?, retry: Duration?)
  /// The broker accepted a subscription, or refused it.
  case subscribed(TopicFilter, Result<QualityOfService, Failure>)
  /// The broker ended a subscription.
  case unsubscribed(TopicFilter)
  /// The message was acknowledged as its quality of service requires; at most once, it was sent.
  case published(PublicationID, Acknowledgement)
  /// The message was not acknowledged. `sent` says whether it may have arrived.
  case notPublished(PublicationID, Failure, FinishFacts)
  /// A message arrived.
  case message(BrokerMessage)
}

/// The answer of a broker to a message.
public struct Acknowledgement: Hashable, Sendable {
  /// The reason code; 0 for success, and always 0 before MQTT 5. Source: MQTT 5, section 2.4.
  public var reason: UInt8
  /// The broker's own words; nil for none.
  public var words: String?
  /// The version of MQTT.
  public var version: BrokerOptions.Version

  /// Creates an acknowledgement.
  public init(reason: UInt8 = 0, words: String? = nil, version: BrokerOptions.Version) {
    self.reason = reason
    self.words = words
    self.version = version
  }
}

/// Where a broker is, and what opens it: secrets are filled in, so it is never printed and never stored.
public struct BrokerAddress: Hashable, Sendable {
  /// Scheme, host and port.
  public var origin: Origin
  /// The user; nil for none.
  public var user: String?
  /// The password; nil for none.
  public var password: String?
  /// Which certificates are trusted, and which one is shown.
  public var trust: TrustOptions
  /// The path of a Unix domain socket to connect to; nil for TCP.
  public var unixSocket: String?
  /// How long connecting may take.
  public var patience: Duration
  /// The session and its will.
  public var options: BrokerOptions

  /// Creates an address; by default without credentials, with the trust of the system.
  public init(
    origin: Origin, user: String? = nil, password: String? = nil,
    trust: TrustOptions = TrustOptions(), unixSocket: String? = nil,
    patience: Duration = Deadlines().connect, options: BrokerOptions = BrokerOptions()
  ) {
    self.origin = origin
    self.user = user
    self.password = password
    self.trust = trust
    self.unixSocket = unixSocket
    self.patience = patience
    self.options = options
  }
}

extension BrokerAddress: CustomStringConvertible, CustomReflectable {
  public var description: String { "\(origin)" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension BrokerAddress {
  /// The broker of a request.
  ///
  /// - Throws: `unsupported` for credentials that no broker takes.
  public init(_ request: WireRequest) throws(Failure) {
    self.init(
      origin: request.origin, trust: request.options.trust,
      unixSocket: request.options.route.unixSocket, patience: request.options.deadlines.connect,
      options: request.options.broker)
    guard let authorization = request.authorization else { return }
    guard authorization.scheme == .basic else {
      throw Failure(
        .unsupported, what: "The message to \(origin) was not sent.",
        why: "A broker knows a user and a password, and no other credentials.",
        whatToDo: "Choose basic authorization.")
    }
    user = authorization["user"]
    password = authorization["password"]
  }
}
