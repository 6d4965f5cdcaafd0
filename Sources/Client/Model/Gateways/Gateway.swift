/// One server, and the defaults of the requests that are sent through it.
///
/// Texts may contain `{{name}}` templates. They are filled together with the templates of the
/// request.
public struct Gateway: Hashable, Sendable {
  /// The name by which requests refer to the gateway.
  public var name: String
  /// The base of relative URLs: an http or https URL without a query, or `@server/path`.
  public var url: String
  /// The defaults for every method.
  public var defaults: GatewayDefaults
  /// The defaults for single methods. They take precedence over `defaults`. The keys are in upper
  /// case.
  public var methods: [String: GatewayDefaults]
  /// The credentials, as references and templates only, or nil for none. A literal secret is
  /// rejected when the file is read.
  public var authorization: DraftAuthorization?
  /// The limit and the rate of the gateway's lane.
  public var lane: LaneRule
  /// The rule for the meaning of the gateway's responses. With nil, a status below 400 is a
  /// success.
  public var outcome: OutcomeRule?
  /// The stub routes of the gateway's requests. The first route that matches is used.
  public var stubs: [StubRoute]
  /// The stages of the gateway's requests and responses.
  public var middleware: MiddlewareRule
  /// The encoding of bodies that a request builds from fields, or nil to leave them unchanged.
  public var encoding: BodyEncoding?
  /// The broker for the gateway's messages, or nil for none.
  public var broker: BrokerRule?
  /// The conditions under which the gateway's lane is paused automatically.
  public var pause: PauseRule
  /// The paging of the server's lists. With nil, the `Link` header is used.
  public var paging: PagingRule?
  /// The gateways that this gateway extends, starting with the direct base. The inherited settings
  /// are already part of this gateway.
  public var bases: [String] = []

  /// Creates a gateway. By default it adds only the URL to its requests.
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

  /// Returns the defaults that apply to requests of this method, in order of precedence.
  public func layers(for method: String) -> [GatewayDefaults] {
    methods[method.uppercased()].map { [$0, defaults] } ?? [defaults]
  }

  /// Returns the cache defaults for a method. The gateway's defaults for all methods replace the
  /// values that the method does not set.
  public func cache(for method: String) -> CacheDefaults {
    layers(for: method).reversed().reduce(CacheDefaults()) { lower, layer in
      layer.cache.over(lower)
    }
  }
}

/// The defaults of a gateway for values that a request does not set.
public struct GatewayDefaults: Hashable, Sendable {
  /// Header fields for requests without a field of that name.
  public var headers: [DraftField]
  /// Query fields for requests without a field of that name.
  public var query: [DraftField]
  /// Options such as trust, timeouts and retry. A value that is equal to Weir's own default has no
  /// effect.
  public var options: TransportOptions
  /// The use of the cache.
  public var cache: CacheDefaults

  /// Creates defaults. By default they add nothing.
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

/// The use of the cache for the requests of a gateway. Nil inherits the value from the lower layer.
public struct CacheDefaults: Hashable, Sendable {
  /// The conditions under which the cache is read; see `CacheRule.Mode`.
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

  /// The conditions under which the cache is read, or nil to inherit them.
  public var reading: Reading?
  /// The lifetime of a response that has no lifetime of its own; see `CacheRule.storeFor`. It never
  /// overrides `no-store`.
  public var storeFor: Duration?
  /// The maximum age of a response when the cache is read.
  public var maxAge: Duration?
  /// Additional methods whose responses are cached; see `CacheRule.methods`. Empty inherits them.
  public var methods: [HTTPMethod]
  /// A custom key; see `CacheKeyRule.name`.
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

  /// Returns a request's own rule, with these defaults for the values that it does not set. The
  /// default for reading applies only to a request without a rule. Returns nil if the request has
  /// no rule and all defaults are empty.
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

/// The conditions under which the queue runner pauses the lane of a gateway automatically.
public enum PauseRule: String, Hashable, Sendable, CaseIterable {
  /// Only the user pauses the lane.
  case never
  /// The lane is paused after a connection failure in which nothing was sent. The jobs wait until
  /// the server can be reached again.
  case offline
}

/// The limits that a gateway sets for its lane. Nil leaves a limit unchanged.
public struct LaneRule: Hashable, Sendable {
  /// The maximum number of running jobs, at least 1.
  public var limit: Int?
  /// The maximum number of starts per second.
  public var rate: Double?

  /// Creates a rule. Nil leaves a value unchanged.
  public init(limit: Int? = nil, rate: Double? = nil) {
    self.limit = limit
    self.rate = rate
  }
}

extension Gateway {
  /// The settings besides the address, in a few words for a list.
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
