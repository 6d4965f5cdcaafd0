import ClientModel

/// What a draft says of the response cache.
extension DraftReading {
  /// The cache rule with the templates of its key filled. The key may hold a value of a row, as the body of
  /// a request may, unlike the other options.
  mutating func filled(_ rule: CacheRule?) -> CacheRule? {
    guard var rule, let name = rule.key.name else { return rule }
    rule.key.name = fillPlain(name, .option("cache"), "The key of the cache")
    return rule
  }

  /// Warns when the draft asks for the cache and the cache takes no part in its request. A gateway's rule is
  /// for all its requests, so it warns of none. A request that may use nothing but the cache fails with the
  /// same reason.
  mutating func warnOfCacheObstacle(to request: PreparedRequest) {
    guard let own = ownCacheRule, own.usesCache, own.mode != .only,
      let rule = request.options.cache,
      let obstacle = rule.obstacle(
        to: request.method, body: request.body.shape,
        headers: request.headers.map(\.name))
    else { return }
    warnings.append(
      DraftProblem(
        .option("cache"), what: "The response is neither cached nor taken from the cache.",
        why: obstacle.why, whatToDo: obstacle.whatToDo))
  }
}

extension PreparedBody {
  fileprivate var shape: CacheObstacle.Body {
    switch self {
    case .multipart: .unique
    case .none, .text, .bytes, .file: isEmpty ? .none : .fixed
    }
  }
}
