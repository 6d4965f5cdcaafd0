/// A subscription that a request makes. Its response is the stream of messages, with one line of
/// JSON for each.
///
/// A request with the method SUBSCRIBE to an `mqtt` or `mqtts` URL makes a subscription. Its path
/// is the filter.
public struct TopicSubscription: Hashable, Sendable {
  /// The method of every subscription.
  public static let method = "SUBSCRIBE"

  /// The filter, as in the path.
  public var filter: String
  /// The guarantee of the delivery.
  public var quality: QualityOfService

  /// Creates a subscription. By default each message is delivered exactly once.
  public init(filter: String, quality: QualityOfService = .exactlyOnce) {
    self.filter = filter
    self.quality = quality
  }
}

extension PreparedRequest {
  /// The subscription that this request makes, or nil for any other request.
  public var subscription: TopicSubscription? {
    guard method.rawValue == TopicSubscription.method, let place = publication else { return nil }
    return TopicSubscription(filter: place.topic, quality: place.quality)
  }
}
