/// The guarantee for delivering a message to the broker and the subscribers.
///
/// - Source: MQTT 3.1.1, section 4.3.
public enum QualityOfService: UInt8, Hashable, Sendable, CaseIterable {
  /// The message is sent once and not acknowledged. It may be lost.
  case atMostOnce
  /// The message is acknowledged by PUBACK. It may be delivered more than once.
  case atLeastOnce
  /// The message is acknowledged by PUBCOMP. It is delivered exactly once.
  case exactlyOnce
}
