import ClientModel

/// The response cache settings of a draft.
extension DraftReading {
  /// Returns the cache rule with the templates of its key filled in. Unlike other options, the key
  /// may contain values from a row.
  mutating func filled(_ rule: CacheRule?) -> CacheRule? {
    guard var rule, let name = rule.key.name else { return rule }
    rule.key.name = fillPlain(name, .option("cache"), "The key of the cache")
    return rule
  }

  /// Warns if the draft requests caching that cannot apply to its request.
  ///
  /// A gateway's rule covers many requests, so it causes no warning. A request that may use only
  /// the cache fails later with the same reason.
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
