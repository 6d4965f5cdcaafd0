/// A server, and defaults for the requests to this server.
///
/// Texts may contain `{{name}}` templates. These are filled in when a request is prepared.
public struct Gateway: Hashable, Sendable {
  /// The name by which requests refer to the gateway.
  public var name: String
  /// The base of relative URLs: an http or https URL without a query, or `@server/path`.
  public var url: String
  /// The defaults for all methods.
  public var defaults: GatewayDefaults
  /// The defaults for individual methods. They take precedence over `defaults`. The keys are in
  /// upper case.
  public var methods: [String: GatewayDefaults]
  /// The credentials, or nil if there are none. Only references and templates are allowed, and a
  /// file with a literal secret is rejected.
  public var authorization: DraftAuthorization?
  /// The limit and the rate of the gateway's lane.
  public var lane: LaneRule
  /// The rule that determines which responses are failures. If nil, a status below 400 is a
  /// success.
  public var outcome: OutcomeRule?
  /// The stub routes for the gateway's requests. The first matching route is used.
  public var stubs: [StubRoute]
  /// The middleware stages for the gateway's requests and responses.
  public var middleware: MiddlewareRule
  /// The encoding of bodies that are built from fields, or nil to leave bodies unchanged.
  public var encoding: BodyEncoding?
  /// The broker for the gateway's messages, or nil if there is none.
  public var broker: BrokerRule?
  /// The condition for pausing the gateway's lane automatically.
  public var pause: PauseRule
  /// The rule for paging through lists. If nil, the `Link` header is used.
  public var paging: PagingRule?
  /// The names of the gateways that this gateway extends, from the direct base upwards. Inherited
  /// settings are already included in this gateway.
  public var bases: [String] = []

  /// Creates a gateway. By default, the gateway provides only the URL.
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

  /// Returns the defaults for requests with this method. The first has the highest precedence.
  public func layers(for method: String) -> [GatewayDefaults] {
    methods[method.uppercased()].map { [$0, defaults] } ?? [defaults]
  }

  /// Returns the cache defaults for a method. Values that the method does not set come from the
  /// defaults for all methods.
  public func cache(for method: String) -> CacheDefaults {
    layers(for: method).reversed().reduce(CacheDefaults()) { lower, layer in
      layer.cache.over(lower)
    }
  }
}

/// The values that a gateway adds to requests that do not set them.
public struct GatewayDefaults: Hashable, Sendable {
  /// Header fields. Each is added if the request has no field with its name.
  public var headers: [DraftField]
  /// Query fields. Each is added if the request has no field with its name.
  public var query: [DraftField]
  /// Options such as trust, timeouts and retry. A value that equals Weir's own default has no
  /// effect.
  public var options: TransportOptions
  /// The defaults for using the cache.
  public var cache: CacheDefaults

  /// Creates defaults. By default, nothing is added.
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

/// The cache settings for a gateway's requests. Nil inherits a value from the next lower layer.
public struct CacheDefaults: Hashable, Sendable {
  /// The condition for reading the cache. See `CacheRule.Mode`.
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

  /// The condition for reading the cache, or nil to inherit it.
  public var reading: Reading?
  /// The lifetime of responses that do not state one. See `CacheRule.storeFor`. It never overrides
  /// `no-store`.
  public var storeFor: Duration?
  /// The maximum age of a response that is read from the cache.
  public var maxAge: Duration?
  /// Additional methods whose responses are cached. See `CacheRule.methods`. If empty, the methods
  /// are inherited.
  public var methods: [HTTPMethod]
  /// A custom key. See `CacheKeyRule.name`.
  public var keyName: String?

  /// Creates defaults. Nil inherits a value.
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

  /// Returns a request's own rule, completed with these defaults. The default for reading applies
  /// only if the request has no rule. Returns nil if there is no rule and all defaults are empty.
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

/// The condition for pausing a gateway's lane automatically.
public enum PauseRule: String, Hashable, Sendable, CaseIterable {
  /// Only the user pauses the lane.
  case never
  /// The lane is paused after a connection failure before anything was sent. Its jobs wait until
  /// the server can be reached.
  case offline
}

/// The limits that a gateway sets for its lane. A limit of nil leaves that of the lane unchanged.
public struct LaneRule: Hashable, Sendable {
  /// The maximum number of running jobs, at least 1.
  public var limit: Int?
  /// The maximum number of starts per second.
  public var rate: Double?

  /// Creates a rule. Nil leaves a limit of the lane unchanged.
  public init(limit: Int? = nil, rate: Double? = nil) {
    self.limit = limit
    self.rate = rate
  }
}

extension Gateway {
  /// A short description of all settings except the URL, for a list.
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
