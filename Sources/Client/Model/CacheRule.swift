/// The way a request uses the response cache. A request without a rule does not use the cache.
///
/// The server's directives take precedence. `no-store`, `no-cache` and `must-revalidate` apply in
/// every mode.
public struct CacheRule: Hashable, Sendable {
  /// The condition for reading the cache.
  public enum Mode: UInt8, Hashable, Sendable, CaseIterable {
    /// The cache is not read. Responses are still stored if `storeFor` is set.
    case off
    /// A fresh response is served without contacting the server. If there is none, the request is
    /// sent, or the stored response is validated.
    case fresh
    /// The network is never used. If allowed, a stale response is served and marked as stale.
    case only
    /// The server is always contacted. A stored response is validated and updated.
    case refresh
  }

  /// The condition for reading the cache.
  public var mode: Mode
  /// The lifetime of stored responses that do not specify one, and the maximum lifetime of all
  /// others. If zero, nothing is stored. If nil, the server determines the lifetime.
  public var storeFor: Duration?
  /// The maximum age of a response that is read from the cache. Older responses are not served,
  /// even if they are fresh. If nil, fresh responses of any age are served. If zero, all stored
  /// responses are served, including stale ones.
  public var maxAge: Duration?
  /// The parts of the cache key in addition to URL and credentials.
  public var key: CacheKeyRule
  /// Additional methods whose responses are cached, such as POST for a search. Their requests must
  /// not change anything on the server. Their cache key includes the method and the body.
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

  /// Whether the rule reads from the cache or writes to the cache.
  package var usesCache: Bool { mode != .off || storeFor.map { $0 > .zero } ?? false }
}

/// The parts of the cache key in addition to URL and credentials. The default rule adds none.
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
    /// The key does not include the body. A request with a body is cached only if `methods` lists
    /// the method.
    case excluded
    /// The key includes the body.
    case included
  }

  /// Whether the order of query fields affects the key.
  public var query: Query
  /// Headers whose values are part of the key, even if the server's `Vary` does not list them.
  public var headers: [String]
  /// Whether the request body is part of the key. A GET that has a body is cached only if the body
  /// is part of the key.
  public var body: Body
  /// A custom key, or nil. It replaces URL, method and body in the cache key. Requests to the same
  /// server with the same custom key share a response.
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
