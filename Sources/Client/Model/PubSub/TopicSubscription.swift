/// A subscription that a request makes: its response is the stream of messages, a JSON line for each.
///
/// A request with the method SUBSCRIBE to an `mqtt` or `mqtts` URL subscribes; its path is the filter.
public struct TopicSubscription: Hashable, Sendable {
  /// The method of every subscription.
  public static let method = "SUBSCRIBE"

  /// The topics, as the path has them.
  public var filter: String
  /// How often a message may be delivered.
  public var quality: QualityOfService

  /// Creates a subscription; by default each message is delivered exactly once.
  public init(filter: String, quality: QualityOfService = .exactlyOnce) {
    self.filter = filter
    self.quality = quality
  }
}

extension PreparedRequest {
  /// What this request subscribes to; nil for any other request.
  public var subscription: TopicSubscription? {
    guard method.rawValue == TopicSubscription.method, let place = publication else { return nil }
    return TopicSubscription(filter: place.topic, quality: place.quality)
  }
}
