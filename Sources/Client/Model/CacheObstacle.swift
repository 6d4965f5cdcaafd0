/// Why the cache takes no part in a request, although its rule uses the cache.
package enum CacheObstacle: Hashable, Sendable {
  /// Only GET and HEAD are cached.
  case method(HTTPMethod)
  /// The request has a body, and its key does not contain it.
  case uncoveredBody
  /// A header asks for a part of the response, or makes the request conditional: the user wants to see its
  /// effect, and partial responses are not stored.
  case header(String)

  /// What a cache knows of a request's body.
  package enum Body: Hashable, Sendable {
    /// The request has none.
    case none
    /// Two equal requests have equal bodies.
    case fixed
  }

  package var why: String {
    switch self {
    case .method: "Only GET and HEAD are cached."
    case .uncoveredBody: "The request has a body, which its key does not cover."
    case .header(let name): "The request has a header \(name) of its own."
    }
  }

  package var whatToDo: String {
    switch self {
    case .method: "Send it without a cache option."
    case .uncoveredBody: "Add --cache-key body, or `body: true` under `cache`."
    case .header(let name): "Remove the header \(name), or the cache option."
    }
  }
}

extension CacheRule {
  /// Why the cache takes no part in a request; nil when it does.
  package func obstacle(
    to method: HTTPMethod, body: CacheObstacle.Body, headers: [String]
  ) -> CacheObstacle? {
    guard method == .get || method == .head else { return .method(method) }
    if body != .none, key.body == .left { return .uncoveredBody }
    return Self.refused.first { name in headers.contains { $0.caseInsensitiveEquals(name) } }
      .map(CacheObstacle.header)
  }

  private static let refused = [
    "Range", "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range",
  ]
}
