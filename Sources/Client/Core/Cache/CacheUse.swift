import ClientModel

/// The cache state of a running attempt. It is a class, so that an attempt without a cache stores
/// only nil.
final class CacheUse: Sendable {
  let request: CacheRequest
  /// The stored responses for this request, to which `conditions` refer.
  let stored: [CacheCandidate]
  let conditions: [ResponseField]
  /// The time at which the request was sent.
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

  /// Whether the cache handles a 304 response to this request, instead of passing it to the user.
  var isOwnCondition: Bool { request.obstacle == nil }
}

/// The state of a run's use of the cache.
struct CacheProgress {
  /// The cache's decision for the current attempt, or nil without one.
  var use: CacheUse?
  /// Whether the next attempt sends no conditions, because a 304 named a response that is not
  /// stored.
  var isUnconditional = false
  /// The changes that the run's responses made in the cache.
  var events: [Event.Kind] = []
}
