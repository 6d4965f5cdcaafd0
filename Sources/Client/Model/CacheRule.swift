/// How a request uses the response cache; a request without a rule neither reads nor writes it.
///
/// No rule beats the server's: `no-store`, `no-cache` and `must-revalidate` hold in every mode.
public struct CacheRule: Hashable, Sendable {
  /// When the cache is read.
  public enum Mode: UInt8, Hashable, Sendable, CaseIterable {
    /// The cache is not read. With `storeFor`, responses are still stored.
    case off
    /// A fresh response is served without contacting the server; otherwise the request is sent, or the
    /// stored response is validated.
    case fresh
    /// The network is never used: a stale response is served too, and marked, where that is allowed.
    case only
    /// The server is always contacted; a stored response is validated and updated.
    case refresh
  }

  /// When the cache is read.
  public var mode: Mode
  /// How long a response without a lifetime of its own stays fresh, and the maximum for a response that
  /// has one. Applies when storing; zero stores nothing.
  public var storeFor: Duration?
  /// Applies when reading: an older response is not served, even if it is fresh. Nil serves fresh responses
  /// of any age; zero serves any stored response, also a stale one.
  public var maxAge: Duration?
  /// What the cache key contains besides URL and credentials.
  public var key: CacheKeyRule
  /// Further methods whose responses are cached, such as POST for a search. The user states by this that
  /// they change nothing at the server. The method and the body are then part of the key.
  public var methods: [HTTPMethod]

  /// Creates a rule; by default the server determines how long a response stays fresh.
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
  /// Whether the reader accepts a stored response of any age, also a stale one.
  package var acceptsAnyAge: Bool { maxAge == .zero }

  /// The age past which a response is not served; nil without a bound.
  package var ageLimit: Duration? { acceptsAnyAge ? nil : maxAge }

  /// Whether the rule reads the cache or stores anything in it.
  package var usesCache: Bool { mode != .off || storeFor.map { $0 > .zero } ?? false }
}

/// The parts of the cache key besides the URL and the credentials; the default rule adds none. `Vary`
/// always applies.
public struct CacheKeyRule: Hashable, Sendable {
  /// Whether the order of query fields matters.
  public enum Query: UInt8, Hashable, Sendable {
    /// Fields in another order make another key.
    case asSent
    /// The order of the fields does not matter.
    case sorted
  }
  /// Whether the request body is part of the key.
  public enum Body: UInt8, Hashable, Sendable {
    /// The body is not part of the key; a request with a body is not cached.
    case left
    /// The body is part of the key.
    case included
  }

  /// `sorted` gives the same key to requests that differ only in the order of their query fields.
  public var query: Query
  /// Headers whose values are part of the key, even if the server's `Vary` does not list them.
  public var headers: [String]
  /// A GET with a body is cached only when its body is part of the key.
  public var body: Body
  /// A key of the user's own. It replaces URL, method and body: all requests to one server with this key
  /// share a response.
  public var name: String?

  /// Creates a rule; by default it adds nothing to the key.
  public init(
    query: Query = .asSent, headers: [String] = [], body: Body = .left, name: String? = nil
  ) {
    self.query = query
    self.headers = headers
    self.body = body
    self.name = name
  }
}

extension CacheRule.Mode {
  /// The word on the command line and in files.
  public var word: String {
    switch self {
    case .off: "off"
    case .fresh: "fresh"
    case .only: "only"
    case .refresh: "refresh"
    }
  }

  /// Nil for any other word.
  public init?(word: String) {
    guard let mode = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = mode
  }
}
