/// How a request uses the response cache; a request without a rule neither reads nor writes it.
///
/// No rule beats the server's: `no-store`, `no-cache` and `must-revalidate` hold in every mode.
public struct CacheRule: Hashable, Sendable {
  public enum Mode: UInt8, Hashable, Sendable, CaseIterable {
    /// Nothing is read. With `storeFor`, what comes is still kept.
    case off
    /// A fresh answer is served without asking the server; any other is asked for or validated.
    case fresh
    /// The network is never used: a stale answer is served too, and marked, where that is allowed.
    case only
    /// The server is always asked; a stored answer is validated and renewed.
    case refresh
  }

  public var mode: Mode
  /// The writer's wish: how long an answer is kept as fresh that names no lifetime of its own, and
  /// the most that one is kept that does. Zero stores nothing.
  public var storeFor: Duration?
  /// The reader's bound: an older answer is not served, however fresh. Nil takes any age.
  public var maxAge: Duration?
  public var key: CacheKeyRule

  public init(
    mode: Mode, storeFor: Duration? = nil, maxAge: Duration? = nil,
    key: CacheKeyRule = CacheKeyRule()
  ) {
    self.mode = mode
    self.storeFor = storeFor
    self.maxAge = maxAge
    self.key = key
  }
}

/// What names a stored answer beside the URL and whose credentials asked; the plain rule adds
/// nothing. `Vary` always counts.
public struct CacheKeyRule: Hashable, Sendable {
  public enum Query: UInt8, Hashable, Sendable { case asSent, sorted }
  public enum Body: UInt8, Hashable, Sendable { case left, included }

  /// `sorted` lets requests meet that differ in the order of their query fields alone.
  public var query: Query
  /// Headers whose values name the answer, though the server's `Vary` does not list them.
  public var headers: [String]
  /// A GET with a body is cached only when its body belongs to the key.
  public var body: Body

  public init(query: Query = .asSent, headers: [String] = [], body: Body = .left) {
    self.query = query
    self.headers = headers
    self.body = body
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
