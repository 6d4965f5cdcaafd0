/// How often the broker and its subscribers take a message.
///
/// - Source: MQTT 3.1.1, section 4.3.
public enum QualityOfService: UInt8, Hashable, Sendable, CaseIterable {
  /// Sent once and never acknowledged; it may be lost.
  case atMostOnce
  /// Acknowledged by PUBACK; it may arrive more than once.
  case atLeastOnce
  /// Acknowledged by PUBCOMP; it arrives once.
  case exactlyOnce
}
