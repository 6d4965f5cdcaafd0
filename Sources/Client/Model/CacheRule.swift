/// The rule for a request's use of the response cache. A request without a rule neither reads nor
/// writes the cache.
///
/// Directives of the server take precedence: `no-store`, `no-cache` and `must-revalidate` apply in
/// every mode.
public struct CacheRule: Hashable, Sendable {
  /// The conditions under which the cache is read.
  public enum Mode: UInt8, Hashable, Sendable, CaseIterable {
    /// The cache is not read. If `storeFor` is set, responses are still stored.
    case off
    /// A fresh response is served without contacting the server. Otherwise the request is sent, or
    /// the stored response is validated.
    case fresh
    /// The network is never used. A stale response is served if that is allowed, and is marked as
    /// stale.
    case only
    /// The server is always contacted. A stored response is validated and updated.
    case refresh
  }

  /// The conditions under which the cache is read.
  public var mode: Mode
  /// The lifetime of a response that has no lifetime of its own, and the maximum lifetime of any
  /// other response. It applies when a response is stored; with zero, nothing is stored. With nil,
  /// the server determines the lifetime.
  public var storeFor: Duration?
  /// The maximum age of a response when the cache is read. An older response is not served, even if
  /// it is fresh. With nil, fresh responses of any age are served; with zero, any stored response
  /// is served, even a stale one.
  public var maxAge: Duration?
  /// The parts of the cache key besides URL and credentials.
  public var key: CacheKeyRule
  /// Additional methods whose responses are cached, such as POST for a search. By listing a method,
  /// the user states that it changes nothing on the server. The method and the body are then part
  /// of the key.
  public var methods: [HTTPMethod]

  /// Creates a rule. By default, the server determines how long a response stays fresh.
  public init(
    mode: Mode, storeFor: Duration? = nil, maxAge: Duration? = nil,
    key: CacheKeyRule = CacheKeyRule(), methods: [HTTPMethod] = []
  ) {
    self.mode = mode
    self.storeFor = storeFor
    self.maxAge = maxAge
    self.key = key
    self.methods = methods
  }
}

extension CacheRule {
  /// Whether a stored response of any age is accepted, even a stale one.
  package var acceptsAnyAge: Bool { maxAge == .zero }

  /// The age above which a response is not served, or nil for no limit.
  package var ageLimit: Duration? { acceptsAnyAge ? nil : maxAge }

  /// Whether the rule reads the cache or stores responses in it.
  package var usesCache: Bool { mode != .off || storeFor.map { $0 > .zero } ?? false }
}

/// The parts of the cache key besides the URL and the credentials. The default rule adds none.
/// `Vary` always applies.
public struct CacheKeyRule: Hashable, Sendable {
  /// Whether the order of query fields affects the key.
  public enum Query: UInt8, Hashable, Sendable {
    /// Fields in a different order result in a different key.
    case asSent
    /// The order of the fields does not matter.
    case sorted
  }
  /// Whether the request body is part of the key.
  public enum Body: UInt8, Hashable, Sendable {
    /// The body is not part of the key. A request with a body is not cached, unless `methods` lists
    /// its method.
    case excluded
    /// The body is part of the key.
    case included
  }

  /// Whether the order of query fields affects the key. With `sorted`, requests that differ only in
  /// this order have the same key.
  public var query: Query
  /// Headers whose values are part of the key, even if the server's `Vary` does not list them.
  public var headers: [String]
  /// Whether the body is part of the key. A GET with a body is cached only if the body is included.
  public var body: Body
  /// A custom key, or nil for none. It replaces URL, method and body: all requests to one server
  /// with this key share a response.
  public var name: String?

  /// Creates a rule. By default it adds nothing to the key.
  public init(
    query: Query = .asSent, headers: [String] = [], body: Body = .excluded, name: String? = nil
  ) {
    self.query = query
    self.headers = headers
    self.body = body
    self.name = name
  }
}

extension CacheRule.Mode {
  /// The name of the mode on the command line and in files.
  public var word: String {
    switch self {
    case .off: "off"
    case .fresh: "fresh"
    case .only: "only"
    case .refresh: "refresh"
    }
  }

  /// Returns the mode with this name, or nil for any other text.
  public init?(word: String) {
    guard let mode = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = mode
  }
}
