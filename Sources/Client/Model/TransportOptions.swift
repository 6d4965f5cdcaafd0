/// The options for sending a prepared request, such as trust, route and limits.
///
/// Copies share their storage until they are changed. Without this, the options would be a third of
/// the cost of copying a request, although they usually have the default values.
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

  /// The options for verifying the server, and the client certificate.
  public var trust: TrustOptions {
    get { boxed.value.trust }
    set { values.trust = newValue }
  }
  /// The route to the server.
  public var route: RouteOptions {
    get { boxed.value.route }
    set { values.route = newValue }
  }
  /// The maximum duration of each phase of an attempt.
  public var deadlines: Deadlines {
    get { boxed.value.deadlines }
    set { values.deadlines = newValue }
  }
  /// The limits on the size of a response.
  public var limits: TransferLimits {
    get { boxed.value.limits }
    set { values.limits = newValue }
  }
  /// The rule for following redirects.
  public var redirects: RedirectRule {
    get { boxed.value.redirects }
    set { values.redirects = newValue }
  }
  /// The conditions for repeating a failed attempt.
  public var retry: RetryRule {
    get { boxed.value.retry }
    set { values.retry = newValue }
  }
  /// Whether the workspace's cookie jar is used.
  public var cookies: CookieUse {
    get { boxed.value.cookies }
    set { values.cookies = newValue }
  }
  /// The content codings that are offered to the server.
  public var codings: CodingOffer {
    get { boxed.value.codings }
    set { values.codings = newValue }
  }
  /// The rule for using the response cache, or nil not to use the cache.
  public var cache: CacheRule? {
    get { boxed.value.cache }
    set { values.cache = newValue }
  }
  /// The rule for parsing the body of the response.
  public var parsing: ParsingRule {
    get { boxed.value.parsing }
    set { values.parsing = newValue }
  }
  /// The options for connecting to a broker. They have no effect on HTTP requests.
  public var broker: BrokerOptions {
    get { boxed.value.broker }
    set { values.broker = newValue }
  }

  /// The default options.
  private static let standard = TransportOptions(
    trust: TrustOptions(), route: RouteOptions(), deadlines: Deadlines(), limits: TransferLimits(),
    redirects: .follow(atMost: 10), retry: RetryRule(), cookies: .jar, codings: .all, cache: nil,
    parsing: .byType, broker: BrokerOptions())

  /// Creates the default options. Each type documents its defaults.
  public init() { self = .standard }

  /// Creates options. Each type documents its defaults.
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

/// The options for verifying the server, and the client certificate that is sent to it.
public struct TrustOptions: Hashable, Sendable {
  /// The check of the server's certificate. Pins are always checked, even with `insecure`.
  public enum Verification: UInt8, Hashable, Sendable {
    /// The certificate must be valid for the host.
    case full
    /// The certificate is not checked. This affects only the host of this request.
    case insecure
  }

  /// The check of the server's certificate.
  public var verification: Verification
  /// The path of a PEM file with trusted root certificates, which replace those of the system. If
  /// nil, the system's root certificates are used.
  public var authorities: String?
  /// The path of a PEM file with the client certificate, or nil if there is none.
  public var clientCertificate: String?
  /// The path of a PEM file with the client key. If nil, the certificate's file contains the key.
  public var clientKey: String?
  /// The pinned keys, one of which the server must present. If empty, any key is accepted. Pins are
  /// checked even with `insecure`.
  public var pins: [PublicKeyPin]

  /// Creates options. By default, the system's roots are trusted.
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
  /// The HTTP version to use.
  public enum Version: UInt8, Hashable, Sendable {
    /// The server and the transport negotiate it.
    case automatic
    /// HTTP/1.1.
    case http1
    /// HTTP/2.
    case http2
  }

  /// The HTTP version to use.
  public var version: Version
  /// The URL of the proxy: `http://host:port`, `socks5://host:port` or `socks5h://…`. A password in
  /// the URL is secret. If nil, the proxy from the environment variables is used, as in curl.
  /// `.plain("")` means no proxy.
  public var proxy: SensitiveText?
  /// The path of a Unix domain socket, or nil to connect by TCP.
  public var unixSocket: String?
  /// Fixed addresses of host names, in the notation of curl's `--resolve`: `host:port:address`.
  public var resolve: [String]

  /// Creates options. By default, the proxy from the environment variables is used, if any.
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
  /// The maximum time from the start until the connection is ready, including TLS.
  public var connect: Duration
  /// The maximum time from the end of the request to the first byte of the response.
  public var firstByte: Duration
  /// The maximum time between two bytes of the response.
  public var idle: Duration
  /// The maximum duration of the whole attempt, or nil if there is no limit.
  public var total: Duration?

  /// Creates deadlines. The defaults are 10 s, 60 s, 30 s and no total limit.
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

/// The rule for following redirects.
public enum RedirectRule: Hashable, Sendable {
  /// Follows at most this many redirects.
  case follow(atMost: Int)
  /// Follows no redirects. The 3xx response is the result.
  case stay
}

/// The conditions for repeating a failed attempt.
public struct RetryRule: Hashable, Sendable {
  /// The maximum number of attempts. 1 means no retry.
  public var attempts: Int
  /// Whether a request that is not idempotent is repeated after 429 and 503.
  public var repeatsUnsafe: UnsafeRepeat
  /// The maximum time from the start of the first attempt to the start of the last attempt, without
  /// the waits for a server's `Retry-After`.
  public var span: Duration

  /// Whether a request that is not idempotent is repeated.
  public enum UnsafeRepeat: UInt8, Hashable, Sendable {
    /// The request is never repeated.
    case never
    /// The request is repeated after 429 and 503.
    case whenRefused
  }

  /// Creates a rule. By default, there are at most 4 attempts, and the last starts within 300 s of
  /// the first.
  public init(
    attempts: Int = 4, repeatsUnsafe: UnsafeRepeat = .never, span: Duration = .seconds(300)
  ) {
    self.attempts = attempts
    self.repeatsUnsafe = repeatsUnsafe
    self.span = span
  }
}

/// Whether a request uses the cookie jar.
public enum CookieUse: UInt8, Hashable, Sendable {
  /// The jar's cookies are sent, and the response's cookies are stored in the jar.
  case jar
  /// No cookies are sent or stored.
  case off
}

/// The `Accept-Encoding` header that is added if a request has none.
public enum CodingOffer: UInt8, Hashable, Sendable {
  /// Every coding that the transport can decode.
  case all
  /// No `Accept-Encoding` header.
  case none
}
