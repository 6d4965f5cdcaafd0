/// How a prepared request is to be carried: trust, way, limits.
///
/// All copies share one stored value until they are changed: a request is copied a dozen times on its way, its
/// options hardly ever differ from the defaults, and they are a third of its size.
public struct TransportOptions: Hashable, Sendable {
  private struct Values: Hashable, Sendable {
    var trust: TrustOptions
    var route: RouteOptions
    var deadlines: Deadlines
    var limits: TransferLimits
    var redirects: RedirectRule
    var retry: RetryRule
    var cookies: CookieUse
    var codings: CodingOffer
    var cache: CacheRule?
    var parsing: ParsingRule
    var broker: BrokerOptions
  }

  private var boxed: Boxed<Values>

  private var values: Values {
    get { boxed.value }
    set { boxed = Boxed(newValue) }
  }

  /// Which servers are trusted.
  public var trust: TrustOptions {
    get { boxed.value.trust }
    set { values.trust = newValue }
  }
  /// The way to the server.
  public var route: RouteOptions {
    get { boxed.value.route }
    set { values.route = newValue }
  }
  /// How long each phase may take.
  public var deadlines: Deadlines {
    get { boxed.value.deadlines }
    set { values.deadlines = newValue }
  }
  /// How large a response may be.
  public var limits: TransferLimits {
    get { boxed.value.limits }
    set { values.limits = newValue }
  }
  /// Whether redirects are followed.
  public var redirects: RedirectRule {
    get { boxed.value.redirects }
    set { values.redirects = newValue }
  }
  /// When a failed attempt is repeated.
  public var retry: RetryRule {
    get { boxed.value.retry }
    set { values.retry = newValue }
  }
  /// Whether the workspace's cookie jar is read and written.
  public var cookies: CookieUse {
    get { boxed.value.cookies }
    set { values.cookies = newValue }
  }
  /// Which content codings the server is offered.
  public var codings: CodingOffer {
    get { boxed.value.codings }
    set { values.codings = newValue }
  }
  /// Nil leaves the response cache alone.
  public var cache: CacheRule? {
    get { boxed.value.cache }
    set { values.cache = newValue }
  }
  /// Whether and as which media type the body of the response is parsed.
  public var parsing: ParsingRule {
    get { boxed.value.parsing }
    set { values.parsing = newValue }
  }
  /// How a broker is connected to; without effect on any other request.
  public var broker: BrokerOptions {
    get { boxed.value.broker }
    set { values.broker = newValue }
  }

  /// The options without a change.
  private static let standard = TransportOptions(
    trust: TrustOptions(), route: RouteOptions(), deadlines: Deadlines(), limits: TransferLimits(),
    redirects: .follow(atMost: 10), retry: RetryRule(), cookies: .jar, codings: .all, cache: nil,
    parsing: .byType, broker: BrokerOptions())

  /// Creates the default options, which are documented at each type.
  public init() { self = .standard }

  /// Creates options; the defaults are documented at each type.
  public init(
    trust: TrustOptions = TrustOptions(), route: RouteOptions = RouteOptions(),
    deadlines: Deadlines = Deadlines(), limits: TransferLimits = TransferLimits(),
    redirects: RedirectRule = .follow(atMost: 10), retry: RetryRule = RetryRule(),
    cookies: CookieUse = .jar, codings: CodingOffer = .all,
    cache: CacheRule? = nil, parsing: ParsingRule = .byType,
    broker: BrokerOptions = BrokerOptions()
  ) {
    boxed = Boxed(
      Values(
        trust: trust, route: route, deadlines: deadlines, limits: limits, redirects: redirects,
        retry: retry, cookies: cookies, codings: codings, cache: cache, parsing: parsing,
        broker: broker))
  }
}

/// Which servers are believed, and which certificate we show them.
public struct TrustOptions: Hashable, Sendable {
  /// `insecure` skips the certificate check for this request's host alone; pins still hold.
  public enum Verification: UInt8, Hashable, Sendable {
    /// The certificate must be valid for the host.
    case full
    /// The certificate is not checked; pins still are.
    case insecure
  }

  /// Whether the certificate is checked.
  public var verification: Verification
  /// A PEM file of roots instead of the system's.
  public var authorities: String?
  /// A PEM file with the client certificate; nil for none.
  public var clientCertificate: String?
  /// A PEM file with the key of the client certificate; nil when the certificate's file holds it.
  public var clientKey: String?
  /// The keys the server must show one of; empty means any. Never overridden by `insecure`.
  public var pins: [PublicKeyPin]

  /// Creates options; by default the roots of the system are trusted.
  public init(
    verification: Verification = .full, authorities: String? = nil,
    clientCertificate: String? = nil, clientKey: String? = nil, pins: [PublicKeyPin] = []
  ) {
    self.verification = verification
    self.authorities = authorities
    self.clientCertificate = clientCertificate
    self.clientKey = clientKey
    self.pins = pins
  }
}

/// The way to the server.
public struct RouteOptions: Hashable, Sendable {
  /// The version of HTTP to use.
  public enum Version: UInt8, Hashable, Sendable {
    /// The server and the transport negotiate it.
    case automatic
    /// HTTP/1.1.
    case http1
    /// HTTP/2.
    case http2
  }

  /// The version of HTTP to use.
  public var version: Version
  /// `http://host:port`, `socks5://host:port` or `socks5h://…`; a password in it is secret.
  /// Nil takes the proxy from the environment as curl does; `.plain("")` means none.
  public var proxy: SensitiveText?
  /// The path of a Unix domain socket to connect to; nil for TCP.
  public var unixSocket: String?
  /// Entries as curl's `--resolve`: `host:port:address`.
  public var resolve: [String]

  /// Creates options; by default the direct way, or the proxy of the environment.
  public init(
    version: Version = .automatic, proxy: SensitiveText? = nil, unixSocket: String? = nil,
    resolve: [String] = []
  ) {
    self.version = version
    self.proxy = proxy
    self.unixSocket = unixSocket
    self.resolve = resolve
  }
}

/// How long each phase may take; each has its own kind of failure.
public struct Deadlines: Hashable, Sendable {
  /// From the start to the established connection, TLS included.
  public var connect: Duration
  /// From the sent request to the first byte of the response.
  public var firstByte: Duration
  /// The longest silence between two bytes of the response.
  public var idle: Duration
  /// For the complete attempt; nil for no limit.
  public var total: Duration?

  /// Creates deadlines; by default 10 s, 60 s, 30 s, and no total.
  public init(
    connect: Duration = .seconds(10), firstByte: Duration = .seconds(60),
    idle: Duration = .seconds(30), total: Duration? = nil
  ) {
    self.connect = connect
    self.firstByte = firstByte
    self.idle = idle
    self.total = total
  }
}

/// Whether a 3xx response is followed.
public enum RedirectRule: Hashable, Sendable {
  /// Follows up to this many redirects.
  case follow(atMost: Int)
  /// Follows none: the 3xx response is the result.
  case stay
}

/// When a failed attempt is followed by another.
public struct RetryRule: Hashable, Sendable {
  /// Attempts in all; 1 means no retry.
  public var attempts: Int
  /// Lets 429 and 503 be retried for a request that is not idempotent.
  public var repeatsUnsafe: UnsafeRepeat
  /// The longest time between the start of the first attempt and that of the last one. Waits that a server
  /// requests by `Retry-After` do not count.
  public var span: Duration

  /// Whether a request that is not idempotent may be repeated.
  public enum UnsafeRepeat: UInt8, Hashable, Sendable {
    /// It is never repeated.
    case never
    /// It is repeated after 429 and 503.
    case whenRefused
  }

  /// Creates a rule; by default 4 attempts within 300 s of the first.
  public init(
    attempts: Int = 4, repeatsUnsafe: UnsafeRepeat = .never, span: Duration = .seconds(300)
  ) {
    self.attempts = attempts
    self.repeatsUnsafe = repeatsUnsafe
    self.span = span
  }
}

/// Whether a request takes part in the cookie jar.
public enum CookieUse: UInt8, Hashable, Sendable {
  /// The jar's cookies are sent, and those of the response are stored.
  case jar
  /// No cookies are sent or stored.
  case off
}

/// The `Accept-Encoding` of requests without one.
public enum CodingOffer: UInt8, Hashable, Sendable {
  /// Every coding that the transport can decode.
  case all
  /// No `Accept-Encoding` header.
  case none
}
