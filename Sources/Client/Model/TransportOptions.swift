/// The options for sending a prepared request: trust, route, limits and others.
///
/// Copies share one stored value until they are changed. A request is copied a dozen times while it
/// is processed, its options rarely differ from the defaults, and they are a third of its size.
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

  /// The verification of servers, and the client certificate.
  public var trust: TrustOptions {
    get { boxed.value.trust }
    set { values.trust = newValue }
  }
  /// The route to the server.
  public var route: RouteOptions {
    get { boxed.value.route }
    set { values.route = newValue }
  }
  /// The maximum duration of each phase.
  public var deadlines: Deadlines {
    get { boxed.value.deadlines }
    set { values.deadlines = newValue }
  }
  /// The limits on the size of a response.
  public var limits: TransferLimits {
    get { boxed.value.limits }
    set { values.limits = newValue }
  }
  /// The rule for redirects.
  public var redirects: RedirectRule {
    get { boxed.value.redirects }
    set { values.redirects = newValue }
  }
  /// The conditions under which a failed attempt is repeated.
  public var retry: RetryRule {
    get { boxed.value.retry }
    set { values.retry = newValue }
  }
  /// The use of the workspace's cookie jar.
  public var cookies: CookieUse {
    get { boxed.value.cookies }
    set { values.cookies = newValue }
  }
  /// The content codings that are offered to the server.
  public var codings: CodingOffer {
    get { boxed.value.codings }
    set { values.codings = newValue }
  }
  /// The use of the response cache, or nil not to use it.
  public var cache: CacheRule? {
    get { boxed.value.cache }
    set { values.cache = newValue }
  }
  /// The rule for parsing the body of the response.
  public var parsing: ParsingRule {
    get { boxed.value.parsing }
    set { values.parsing = newValue }
  }
  /// The options of a connection to a broker. They have no effect on other requests.
  public var broker: BrokerOptions {
    get { boxed.value.broker }
    set { values.broker = newValue }
  }

  /// The default options.
  private static let standard = TransportOptions(
    trust: TrustOptions(), route: RouteOptions(), deadlines: Deadlines(), limits: TransferLimits(),
    redirects: .follow(atMost: 10), retry: RetryRule(), cookies: .jar, codings: .all, cache: nil,
    parsing: .byType, broker: BrokerOptions())

  /// Creates the default options, which are documented at each type.
  public init() { self = .standard }

  /// Creates options. The defaults are documented at each type.
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

/// The verification of servers, and the client certificate that they receive.
public struct TrustOptions: Hashable, Sendable {
  /// The check of the certificate. `insecure` skips the check only for the host of this request.
  /// Pins are always checked.
  public enum Verification: UInt8, Hashable, Sendable {
    /// The certificate must be valid for the host.
    case full
    /// The certificate is not checked. Pins are checked.
    case insecure
  }

  /// The check of the certificate.
  public var verification: Verification
  /// The path of a PEM file with trusted roots, which replace the system's, or nil for the
  /// system's.
  public var authorities: String?
  /// The path of a PEM file with the client certificate, or nil for none.
  public var clientCertificate: String?
  /// The path of a PEM file with the key of the client certificate, or nil if the certificate's
  /// file contains the key.
  public var clientKey: String?
  /// The pinned keys, one of which the server must present. Empty accepts any key. Pins are checked
  /// even with `insecure`.
  public var pins: [PublicKeyPin]

  /// Creates options. By default the roots of the system are trusted.
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

/// The route to the server.
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
  /// The URL of the proxy: `http://host:port`, `socks5://host:port` or `socks5h://…`. A password
  /// in it is secret. With nil, the proxy of the environment is used, as in curl. `.plain("")`
  /// means no proxy.
  public var proxy: SensitiveText?
  /// The path of a Unix domain socket to connect to, or nil for TCP.
  public var unixSocket: String?
  /// Addresses for host names, in the notation of curl's `--resolve`: `host:port:address`.
  public var resolve: [String]

  /// Creates options. By default the proxy of the environment is used if there is one, or else no
  /// proxy.
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

/// The maximum duration of each phase. Each phase has its own kind of failure.
public struct Deadlines: Hashable, Sendable {
  /// The maximum time from the start until the connection is established, including TLS.
  public var connect: Duration
  /// The maximum time from the end of the request to the first byte of the response.
  public var firstByte: Duration
  /// The maximum time between two bytes of the response.
  public var idle: Duration
  /// The maximum duration of the complete attempt, or nil for no limit.
  public var total: Duration?

  /// Creates deadlines. By default they are 10 s, 60 s and 30 s, without a total.
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

/// The rule for redirects: follow them, or return the 3xx response.
public enum RedirectRule: Hashable, Sendable {
  /// Follows up to this many redirects.
  case follow(atMost: Int)
  /// Follows no redirect. The 3xx response is the result.
  case stay
}

/// The conditions under which a failed attempt is repeated.
public struct RetryRule: Hashable, Sendable {
  /// The maximum number of attempts; 1 means no retry.
  public var attempts: Int
  /// The rule for repeating a request that is not idempotent after 429 and 503.
  public var repeatsUnsafe: UnsafeRepeat
  /// The maximum time from the start of the first attempt to the start of the last attempt. Waits
  /// that a server requests with `Retry-After` are not counted.
  public var span: Duration

  /// The rule for repeating a request that is not idempotent.
  public enum UnsafeRepeat: UInt8, Hashable, Sendable {
    /// The request is never repeated.
    case never
    /// The request is repeated after 429 and 503.
    case whenRefused
  }

  /// Creates a rule. By default there are at most 4 attempts, the last one within 300 s of the
  /// first.
  public init(
    attempts: Int = 4, repeatsUnsafe: UnsafeRepeat = .never, span: Duration = .seconds(300)
  ) {
    self.attempts = attempts
    self.repeatsUnsafe = repeatsUnsafe
    self.span = span
  }
}

/// The use of the cookie jar by a request.
public enum CookieUse: UInt8, Hashable, Sendable {
  /// The jar's cookies are sent, and the response's cookies are stored in the jar.
  case jar
  /// No cookies are sent or stored.
  case off
}

/// The `Accept-Encoding` that is added to requests without one.
public enum CodingOffer: UInt8, Hashable, Sendable {
  /// Every coding that the transport can decode.
  case all
  /// No `Accept-Encoding` header.
  case none
}
