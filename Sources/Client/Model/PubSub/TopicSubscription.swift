/// A subscription that a request makes. The response is a stream of messages. Each message is one
/// line of JSON.
///
/// A request makes a subscription if its method is SUBSCRIBE and its URL is an `mqtt` or `mqtts`
/// URL. The path is the filter.
public struct TopicSubscription: Hashable, Sendable {
  /// The method of every subscription.
  public static let method = "SUBSCRIBE"

  /// The topic filter, from the path of the request.
  public var filter: String
  /// The delivery guarantee.
  public var quality: QualityOfService

  /// Creates a subscription. By default, each message is delivered exactly once.
  public init(filter: String, quality: QualityOfService = .exactlyOnce) {
    self.filter = filter
    self.quality = quality
  }
}

extension PreparedRequest {
  /// The subscription that this request makes. Nil if the request does not subscribe.
  public var subscription: TopicSubscription? {
    guard method.rawValue == TopicSubscription.method, let place = publication else { return nil }
    return TopicSubscription(filter: place.topic, quality: place.quality)
  }
}
