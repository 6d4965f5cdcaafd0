/// One server, and the defaults of the requests that go through it.
///
/// Texts may contain `{{name}}` templates, which are filled together with those of the request.
public struct Gateway: Hashable, Sendable {
  /// The name by which requests refer to it.
  public var name: String
  /// Where relative URLs begin: an http or https URL without query, or `@server/path`.
  public var url: String
  /// For every method.
  public var defaults: GatewayDefaults
  /// For one method each, over those for all; names in upper case.
  public var methods: [String: GatewayDefaults]
  /// References and templates only: a literal secret is refused when the file is read.
  public var authorization: DraftAuthorization?
  /// Limit and rate of its lane.
  public var lane: LaneRule
  /// The meaning of its responses; nil for success below status 400.
  public var outcome: OutcomeRule?
  /// The stub routes of its requests, the first that matches wins.
  public var stubs: [StubRoute]
  /// The stages of its requests and responses.
  public var middleware: MiddlewareRule
  /// How bodies leave that a request composes of fields; nil leaves them as they are.
  public var encoding: BodyEncoding?
  /// The broker of its messages; nil for none.
  public var broker: BrokerRule?
  /// When its lane is paused by itself.
  public var pause: PauseRule
  /// How its lists are paged; nil for by the `Link` header.
  public var paging: PagingRule?
  /// The gateways that it extends, the nearest first. What it takes from them is part of the gateway.
  public var bases: [String] = []

  /// Creates a gateway; by default it adds nothing to its requests but the URL.
  public init(
    name: String, url: String, defaults: GatewayDefaults = GatewayDefaults(),
    methods: [String: GatewayDefaults] = [:], authorization: DraftAuthorization? = nil,
    lane: LaneRule = LaneRule(), outcome: OutcomeRule? = nil, stubs: [StubRoute] = [],
    middleware: MiddlewareRule = MiddlewareRule(), encoding: BodyEncoding? = nil,
    broker: BrokerRule? = nil, pause: PauseRule = .never, paging: PagingRule? = nil
  ) {
    self.name = name
    self.url = url
    self.defaults = defaults
    self.methods = methods
    self.authorization = authorization
    self.lane = lane
    self.outcome = outcome
    self.stubs = stubs
    self.middleware = middleware
    self.encoding = encoding
    self.broker = broker
    self.pause = pause
    self.paging = paging
  }

  /// The layers that fill a request of this method, the stronger first.
  public func layers(for method: String) -> [GatewayDefaults] {
    methods[method.uppercased()].map { [$0, defaults] } ?? [defaults]
  }

  /// How responses to a method are cached; the defaults of the gateway fill what the method leaves
  /// open.
  public func cache(for method: String) -> CacheDefaults {
    layers(for: method).reversed().reduce(CacheDefaults()) { lower, layer in
      layer.cache.over(lower)
    }
  }
}

/// The defaults of a gateway for requests that leave a choice open.
public struct GatewayDefaults: Hashable, Sendable {
  /// Header fields for requests without one of that name.
  public var headers: [DraftField]
  /// Query fields for requests without one of that name.
  public var query: [DraftField]
  /// A value that is Weir's own default says nothing. Trust, timeouts, retry and the like.
  public var options: TransportOptions
  /// How the cache is used.
  public var cache: CacheDefaults

  /// Creates defaults; by default they add nothing.
  public init(
    headers: [DraftField] = [], query: [DraftField] = [],
    options: TransportOptions = TransportOptions(), cache: CacheDefaults = CacheDefaults()
  ) {
    self.headers = headers
    self.query = query
    self.options = options
    self.cache = cache
  }
}

/// How the cache is used for a gateway's requests; nil leaves the choice to the layer below.
public struct CacheDefaults: Hashable, Sendable {
  /// When the cache is read; see `CacheRule.Mode`.
  public enum Reading: String, Hashable, Sendable, CaseIterable {
    /// The cache is not read.
    case off
    /// A fresh response is served without contacting the server.
    case fresh
    /// The network is never used.
    case only
    /// The server is always contacted.
    case refresh
  }

  /// When the cache is read; nil leaves it open.
  public var reading: Reading?
  /// The writer's wish; never beats `no-store`.
  public var storeFor: Duration?
  /// The reader's bound on age.
  public var maxAge: Duration?
  /// Further methods whose responses are cached; see `CacheRule.methods`. Empty leaves it open.
  public var methods: [HTTPMethod]
  /// A key of the user's own; see `CacheKeyRule.name`.
  public var keyName: String?

  /// Creates defaults; nil leaves a choice open.
  public init(
    reading: Reading? = nil, storeFor: Duration? = nil, maxAge: Duration? = nil,
    methods: [HTTPMethod] = [], keyName: String? = nil
  ) {
    self.reading = reading
    self.storeFor = storeFor
    self.maxAge = maxAge
    self.methods = methods
    self.keyName = keyName
  }

  /// A request's own rule with what it leaves open; nil where neither says anything.
  package func filling(_ own: CacheRule?) -> CacheRule? {
    guard self != CacheDefaults() else { return own }
    var rule = own ?? CacheRule(mode: reading?.mode ?? .off)
    rule.storeFor = rule.storeFor ?? storeFor
    rule.maxAge = rule.maxAge ?? maxAge
    if rule.methods.isEmpty { rule.methods = methods }
    rule.key.name = rule.key.name ?? keyName
    return rule
  }

  func over(_ lower: CacheDefaults) -> CacheDefaults {
    CacheDefaults(
      reading: reading ?? lower.reading, storeFor: storeFor ?? lower.storeFor,
      maxAge: maxAge ?? lower.maxAge, methods: methods.isEmpty ? lower.methods : methods,
      keyName: keyName ?? lower.keyName)
  }
}

/// When the queue runner pauses the lane of a gateway by itself.
public enum PauseRule: String, Hashable, Sendable, CaseIterable {
  /// Only the user pauses it.
  case never
  /// After a connection failure: nothing was sent, and the jobs wait until the server can be reached again.
  case offline
}

/// The limits that a gateway sets for its lane; nil leaves a limit unchanged.
public struct LaneRule: Hashable, Sendable {
  /// How many jobs may run at once; 1 or more.
  public var limit: Int?
  /// Starts per second.
  public var rate: Double?

  /// Creates a rule; nil leaves a value unchanged.
  public init(limit: Int? = nil, rate: Double? = nil) {
    self.limit = limit
    self.rate = rate
  }
}

extension Gateway {
  /// What it brings besides its address, in a few words for a list.
  public var summary: String {
    var words: [String] = []
    if let base = bases.first { words.append("extends \(base)") }
    if authorization != .none { words.append("credentials") }
    if !defaults.headers.isEmpty { words.append("headers") }
    if !defaults.query.isEmpty { words.append("query") }
    words += defaults.options.summary
    if let limit = lane.limit { words.append("\(limit) at once") }
    if let rate = lane.rate { words.append("\(rate)/s") }
    if let broker { words.append(broker.url) }
    if let encoding { words.append("\(encoding.rawValue) bodies") }
    words += middleware.summary
    if pause == .offline { words.append("pauses offline") }
    if outcome != nil { words.append("outcome rule") }
    if paging != nil { words.append("paging rule") }
    if !stubs.isEmpty { words.append("stubs") }
    return words.joined(separator: ", ")
  }
}

extension CacheDefaults.Reading {
  fileprivate var mode: CacheRule.Mode {
    switch self {
    case .off: .off
    case .fresh: .fresh
    case .only: .only
    case .refresh: .refresh
    }
  }
}
