/// The reason why a request does not use the cache, although it has a cache rule.
package enum CacheObstacle: Hashable, Sendable {
  /// The method is neither GET nor HEAD, and the rule does not list it.
  case method(HTTPMethod)
  /// The request has a body, but the cache key does not include the body.
  case uncoveredBody
  /// The body differs in each request, because each request has a new multipart boundary.
  case uniqueBody
  /// A header field makes the request conditional or requests a range. The cache would hide the
  /// effect of a conditional request, and it does not store partial responses.
  case header(String)

  /// The kinds of request bodies that the cache distinguishes.
  package enum Body: Hashable, Sendable {
    /// The request has no body.
    case none
    /// Equal requests have equal bodies.
    case fixed
    /// The body differs each time, even in equal requests.
    case unique
  }

  package var why: String {
    switch self {
    case .method: "Only GET and HEAD are cached."
    case .uncoveredBody: "The request has a body, which is not part of the cache key."
    case .uniqueBody: "A multipart body is different each time."
    case .header(let name): "The request itself sets the header \(name)."
    }
  }

  package var whatToDo: String {
    switch self {
    case .method(let method) where method.mayBeCached:
      "If \(method) only reads, add --cache-method \(method) or `methods: [\(method)]` in `cache`."
    case .method: "Send it without a cache option."
    case .uncoveredBody: "Add --cache-key body, or `body: true` under `cache`."
    case .uniqueBody: "Set a key: --cache-key name:TEXT, or `key` under `cache`."
    case .header(let name): "Remove the header \(name), or the cache option."
    }
  }
}

extension CacheRule {
  /// Returns the reason why a request does not use the cache, or nil if it does.
  package func obstacle(
    to method: HTTPMethod, body: CacheObstacle.Body, headers: [String]
  ) -> CacheObstacle? {
    guard method == .get || method == .head || methods.contains(method) else {
      return .method(method)
    }
    if key.name == nil {
      if body != .none, !coversBody(of: method) { return .uncoveredBody }
      if body == .unique { return .uniqueBody }
    }
    return Self.refused.first { name in headers.contains { $0.caseInsensitiveEquals(name) } }
      .map(CacheObstacle.header)
  }

  /// Returns whether the body is part of the cache key. For a method listed in the rule, this is
  /// always the case, because the body contains the query.
  package func coversBody(of method: HTTPMethod) -> Bool {
    key.body == .included || methods.contains(method)
  }

  private static let refused = [
    "Range", "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range",
  ]
}

extension HTTPMethod {
  /// Whether the user may allow caching for the method. PUT, PATCH and DELETE are excluded, because
  /// they change the server by definition. TRACE and CONNECT are also excluded.
  package var mayBeCached: Bool {
    ![.put, .patch, .delete, .trace].contains(self) && rawValue != "CONNECT"
  }
}
