/// A message that a request publishes, without its payload: the request's body.
///
/// A request to an `mqtt` or `mqtts` URL publishes: its path is the topic, and the header fields `QoS` and
/// `Retain` say how. No header field is sent to the broker.
public struct Publication: Hashable, Sendable {
  /// The method of every publication.
  public static let method = "PUBLISH"
  /// The header field with the quality of service: 0, 1 or 2.
  public static let qualityField = "QoS"
  /// The header field that asks the broker to store the message: true or false.
  public static let retainField = "Retain"

  /// The topic.
  public var topic: String
  /// How often the message is delivered.
  public var quality: QualityOfService
  /// Whether the broker stores the message.
  public var retention: BrokerMessage.Retention

  /// Creates a publication; by default delivered exactly once and not retained.
  public init(
    topic: String, quality: QualityOfService = .exactlyOnce,
    retention: BrokerMessage.Retention = .none
  ) {
    self.topic = topic
    self.quality = quality
    self.retention = retention
  }

  /// Reads the address and header fields of a request; nil for a request to no broker.
  ///
  /// Values that are not understood were refused when the request was prepared; here they mean the default.
  public init?(url: String, origin: Origin, headers: some Sequence<(name: String, value: String)>) {
    guard origin.isBroker else { return nil }
    let path = url.dropFirst(origin.scheme.utf8.count + 3)
      .drop(whileByte: { $0 != UInt8(ascii: "/") }).dropping(bytes: 1)
    self.init(topic: PercentEncoding.decode(path) ?? String(path))
    for (name, value) in headers {
      if name.caseInsensitiveEquals(Self.qualityField) {
        quality = UInt8(value).flatMap(QualityOfService.init) ?? quality
      } else if name.caseInsensitiveEquals(Self.retainField) {
        retention = value == "true" ? .retained : .none
      }
    }
  }

  /// The URL of a topic at a broker.
  public static func url(of topic: String, at broker: String) -> String {
    let levels = topic.pieces(at: "/").map { PercentEncoding.encode($0) }
    return broker + "/" + levels.joined(separator: "/")
  }
}

extension PreparedRequest {
  /// What this request publishes; nil for a request to no broker.
  public var publication: Publication? {
    Publication(
      url: url, origin: origin,
      headers: headers.lazy.map { (name: $0.name, value: $0.value.plain ?? "") })
  }
}
