/// A message that a request publishes. The payload is not included, because it is the request's
/// body.
///
/// A request to an `mqtt` or `mqtts` URL publishes a message. The path is the topic. The header
/// fields `QoS` and `Retain` are options. No header field is sent to the broker.
public struct Publication: Hashable, Sendable {
  /// The method of every publication.
  public static let method = "PUBLISH"
  /// The name of the header field for the quality of service. Its value is 0, 1 or 2.
  public static let qualityField = "QoS"
  /// The name of the header field that asks the broker to keep the message. Its value is true or
  /// false.
  public static let retainField = "Retain"

  /// The topic.
  public var topic: String
  /// The delivery guarantee.
  public var quality: QualityOfService
  /// Whether the broker keeps the message.
  public var retention: BrokerMessage.Retention

  /// Creates a publication. By default, it is delivered exactly once and not retained.
  public init(
    topic: String, quality: QualityOfService = .exactlyOnce,
    retention: BrokerMessage.Retention = .none
  ) {
    self.topic = topic
    self.quality = quality
    self.retention = retention
  }

  /// Creates a publication from the URL and the header fields of a request. Returns nil if the
  /// request is not sent to a broker.
  ///
  /// An invalid value is replaced by the default, but preparing a request already rejects such
  /// values.
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

  /// Returns the URL of a topic at a broker.
  public static func url(of topic: String, at broker: String) -> String {
    let levels = topic.pieces(at: "/").map { PercentEncoding.encode($0) }
    return broker + "/" + levels.joined(separator: "/")
  }
}

extension PreparedRequest {
  /// The message that this request publishes. Nil if the request is not sent to a broker.
  public var publication: Publication? {
    Publication(
      url: url, origin: origin,
      headers: headers.lazy.map { (name: $0.name, value: $0.value.plain ?? "") })
  }
}
