/// How a connection to a broker is made.
public struct BrokerOptions: Hashable, Sendable {
  /// The version of MQTT.
  public enum Version: UInt8, Hashable, Sendable {
    /// MQTT 3.1.1.
    case v311
    /// MQTT 5: refusals carry a reason.
    case v5
  }

  /// What the broker remembers of this client while it is not connected.
  public enum Session: UInt8, Hashable, Sendable {
    /// Nothing: each connection begins anew.
    case clean
    /// Subscriptions and unacknowledged messages, under the client's id.
    case stored
  }

  /// The version of MQTT.
  public var version: Version
  /// The name under which the broker knows this client; nil lets Weir choose one for each connection.
  public var clientID: String?
  /// What the broker remembers between connections.
  public var session: Session
  /// The longest silence of the client before it sends a ping; 5 seconds or more.
  public var keepAlive: Duration
  /// The message that the broker publishes when the connection breaks; nil for none.
  public var will: BrokerMessage?

  /// Creates options; by default a clean session of MQTT 3.1.1 with a ping each minute.
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
