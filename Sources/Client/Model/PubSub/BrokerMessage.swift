/// A message at a broker. It can be published, received, or registered as a will.
public struct BrokerMessage: Hashable, Sendable {
  /// Whether the broker keeps a message after delivering it.
  public enum Retention: UInt8, Hashable, Sendable {
    /// The broker does not keep the message.
    case none
    /// The broker keeps a published message for later subscribers. A received message with this
    /// value is a message that the broker had kept.
    case retained
  }

  /// The maximum size of a payload that Weir sends.
  public static let longestPayload = ByteCount.mebibytes(16)

  /// The topic, without wildcards.
  public var topic: String
  /// The payload. Its bytes have no meaning for the broker.
  public var payload: [UInt8]
  /// The delivery guarantee.
  public var quality: QualityOfService
  /// Whether the broker keeps the message.
  public var retention: Retention

  /// Creates a message. By default, it is delivered exactly once and not retained.
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
