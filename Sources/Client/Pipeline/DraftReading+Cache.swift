import ClientModel

/// What a draft says of the response cache.
extension DraftReading {
  /// Warns when the draft asks for the cache and the cache takes no part in its request. A gateway's rule is
  /// for all its requests, so it warns of none. A request that may use nothing but the cache fails with the
  /// same reason.
  mutating func warnOfCacheObstacle(to request: PreparedRequest) {
    guard let own = ownCacheRule, own.usesCache, own.mode != .only,
      let rule = request.options.cache,
      let obstacle = rule.obstacle(
        to: request.method, body: request.body.isEmpty ? .none : .fixed,
        headers: request.headers.map(\.name))
    else { return }
    warnings.append(
      DraftProblem(
        .option("cache"), what: "The response is neither cached nor taken from the cache.",
        why: obstacle.why, whatToDo: obstacle.whatToDo))
  }
}
