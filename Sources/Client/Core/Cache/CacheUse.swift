import ClientModel

/// What a running attempt has to do with the cache. A class, so that a run without one pays for no
/// more than a nil.
final class CacheUse: Sendable {
  let request: CacheRequest
  /// What its conditions speak of.
  let stored: [CacheCandidate]
  let conditions: [ResponseField]
  /// When it went out.
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

  /// A 304 to this request speaks to the cache, not to the user.
  var isOwnCondition: Bool { request.obstacle == nil }
}
