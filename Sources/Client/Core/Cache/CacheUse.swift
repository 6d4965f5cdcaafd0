import ClientModel

/// The cache state of a running attempt. It is a class so that an attempt without a cache needs
/// only a nil pointer.
final class CacheUse: Sendable {
  let request: CacheRequest
  /// The stored responses that `conditions` refer to.
  let stored: [CacheCandidate]
  let conditions: [ResponseField]
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

  /// Whether the cache handles a 304 to this request. If not, the user gets the 304.
  var isOwnCondition: Bool { request.obstacle == nil }
}

/// The cache state of a run.
struct CacheProgress {
  /// The cache state of the current attempt, or nil if the cache is not used.
  var use: CacheUse?
  /// Whether the next attempt is sent without conditions. This is necessary after a 304 for a
  /// response that is not stored.
  var isUnconditional = false
  /// The changes that the run made in the cache.
  var events: [Event.Kind] = []
}
