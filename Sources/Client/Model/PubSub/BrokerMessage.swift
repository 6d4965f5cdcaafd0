/// A message at a broker: published, received, or registered as a will.
public struct BrokerMessage: Hashable, Sendable {
  /// Whether the broker stores a message after its delivery.
  public enum Retention: UInt8, Hashable, Sendable {
    /// The broker stores nothing.
    case none
    /// The broker stores a published message for later subscribers. A received message with this
    /// value was stored by the broker.
    case retained
  }

  /// The maximum size of a payload that Weir sends.
  public static let longestPayload = ByteCount.mebibytes(16)

  /// The topic, without wildcards.
  public var topic: String
  /// The payload. Its bytes have no meaning to a broker.
  public var payload: [UInt8]
  /// The guarantee of its delivery.
  public var quality: QualityOfService
  /// Whether the broker stores the message.
  public var retention: Retention

  /// Creates a message. By default it is delivered exactly once and not retained.
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
