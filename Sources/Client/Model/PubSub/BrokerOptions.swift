/// The options for connecting to a broker.
public struct BrokerOptions: Hashable, Sendable {
  /// The version of MQTT.
  public enum Version: UInt8, Hashable, Sendable {
    /// MQTT 3.1.1.
    case v311
    /// MQTT 5. With this version, a refusal contains a reason.
    case v5
  }

  /// The state that the broker keeps while this client is disconnected.
  public enum Session: UInt8, Hashable, Sendable {
    /// No state. Each connection starts a new session.
    case clean
    /// Subscriptions and unacknowledged messages. The broker stores them under the client's id.
    case stored
  }

  /// The version of MQTT.
  public var version: Version
  /// The name by which the broker identifies this client. If nil, Weir chooses a name for each
  /// connection.
  public var clientID: String?
  /// The state that the broker keeps between connections.
  public var session: Session
  /// The time after which an idle client sends a ping. It is at least 5 seconds.
  public var keepAlive: Duration
  /// The message that the broker publishes if the connection is lost, or nil.
  public var will: BrokerMessage?

  /// Creates options. By default, the session is clean, the version is MQTT 3.1.1, and a ping is
  /// sent every minute.
  public init(
    version: Version = .v311, clientID: String? = nil, session: Session = .clean,
    keepAlive: Duration = .seconds(60), will: BrokerMessage? = nil
  ) {
    self.version = version
    self.clientID = clientID
    self.session = session
    self.keepAlive = keepAlive
    self.will = will
  }
}
