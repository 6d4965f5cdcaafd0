/// A message that a request publishes, without its payload. The payload is the body of the request.
///
/// A request to an `mqtt` or `mqtts` URL publishes a message. Its path is the topic, and the header
/// fields `QoS` and `Retain` are its options. No header field is sent to the broker.
public struct Publication: Hashable, Sendable {
  /// The method of every publication.
  public static let method = "PUBLISH"
  /// The name of the header field with the quality of service: 0, 1 or 2.
  public static let qualityField = "QoS"
  /// The name of the header field that requests that the broker store the message: true or false.
  public static let retainField = "Retain"

  /// The topic.
  public var topic: String
  /// The guarantee of its delivery.
  public var quality: QualityOfService
  /// Whether the broker stores the message.
  public var retention: BrokerMessage.Retention

  /// Creates a publication. By default it is delivered exactly once and not retained.
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
  /// Invalid values were rejected when the request was prepared. Here, the default replaces them.
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
  /// The message that this request publishes, or nil if it is not sent to a broker.
  public var publication: Publication? {
    Publication(
      url: url, origin: origin,
      headers: headers.lazy.map { (name: $0.name, value: $0.value.plain ?? "") })
  }
}
