import ClientModel

/// The cache state of a running attempt. It is a class, so that an attempt without a cache stores only a
/// nil.
final class CacheUse: Sendable {
  let request: CacheRequest
  /// The stored responses for this request, to which `conditions` refer.
  let stored: [CacheCandidate]
  let conditions: [ResponseField]
  /// When the request was sent.
  let requested: Timestamp

  init(
    _ request: CacheRequest, stored: [CacheCandidate], conditions: [ResponseField],
    requested: Timestamp
  ) {
    self.request = request
    self.stored = stored
    self.conditions = conditions
    self.requested = requested
  }

  var policy: CachePolicy { CachePolicy(request.rule) }

  /// True if the cache handles a 304 response to this request, instead of passing it to the user.
  var isOwnCondition: Bool { request.obstacle == nil }
}
