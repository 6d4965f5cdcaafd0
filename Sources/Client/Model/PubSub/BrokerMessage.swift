/// A message of a broker: published, received, or left as a will.
public struct BrokerMessage: Hashable, Sendable {
  /// What the broker does with a message after it has passed it on.
  public enum Retention: UInt8, Hashable, Sendable {
    /// The broker stores nothing.
    case none
    /// A published message: the broker stores it for later subscribers. A received one: it was stored there.
    case retained
  }

  /// The longest payload that Weir sends.
  public static let longestPayload = ByteCount.mebibytes(16)

  /// The topic, without wildcards.
  public var topic: String
  /// The bytes of the message; a broker gives them no meaning.
  public var payload: [UInt8]
  /// How often it is delivered.
  public var quality: QualityOfService
  /// Whether the broker stores it.
  public var retention: Retention

  /// Creates a message; by default delivered exactly once and not retained.
  public init(
    topic: String, payload: [UInt8] = [], quality: QualityOfService = .exactlyOnce,
    retention: Retention = .none
  ) {
    self.topic = topic
    self.payload = payload
    self.quality = quality
    self.retention = retention
  }
}
