/// How a prepared request is to be carried: trust, way, limits.
public struct TransportOptions: Hashable, Sendable {
  public var trust: TrustOptions
  public var route: RouteOptions
  public var deadlines: Deadlines
  public var limits: TransferLimits
  public var redirects: RedirectRule
  public var retry: RetryRule
  /// Whether the workspace's cookie jar is read and written.
  public var cookies: CookieUse
  /// Which content codings the server is offered.
  public var codings: CodingOffer
  /// Nil leaves the response cache alone.
  public var cache: CacheRule?
  /// Whether and as what the answer's body is read.
  public var parsing: ParsingRule

  public init(
    trust: TrustOptions = TrustOptions(), route: RouteOptions = RouteOptions(),
    deadlines: Deadlines = Deadlines(), limits: TransferLimits = TransferLimits(),
    redirects: RedirectRule = .follow(atMost: 10), retry: RetryRule = RetryRule(),
    cookies: CookieUse = .jar, codings: CodingOffer = .all,
    cache: CacheRule? = nil, parsing: ParsingRule = .byType
  ) {
    self.trust = trust
    self.route = route
    self.deadlines = deadlines
    self.limits = limits
    self.redirects = redirects
    self.retry = retry
    self.cookies = cookies
    self.codings = codings
    self.cache = cache
    self.parsing = parsing
  }
}

/// Which servers are believed, and which certificate we show them.
public struct TrustOptions: Hashable, Sendable {
  /// `insecure` skips the certificate check for this request's host alone; pins still hold.
  public enum Verification: UInt8, Hashable, Sendable { case full, insecure }

  public var verification: Verification
  /// A PEM file of roots instead of the system's.
  public var authorities: String?
  public var clientCertificate: String?
  public var clientKey: String?
  /// The keys the server must show one of; empty means any. Never overridden by `insecure`.
  public var pins: [PublicKeyPin]

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
  public enum Version: UInt8, Hashable, Sendable { case automatic, http1, http2 }

  public var version: Version
  /// `http://host:port`, `socks5://host:port` or `socks5h://…`; a password in it is secret.
  /// Nil takes the proxy from the environment as curl does; `.plain("")` means none.
  public var proxy: SensitiveText?
  public var unixSocket: String?
  /// Entries as curl's `--resolve`: `host:port:address`.
  public var resolve: [String]

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

/// How long each phase may take; each has its own named failure.
public struct Deadlines: Hashable, Sendable {
  public var connect: Duration
  public var firstByte: Duration
  /// Between two bytes of the answer.
  public var idle: Duration
  public var total: Duration?

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

/// How much an answer may hold. Defaults: reliability.md section 2.1 as design.md section 4 changes it.
public struct TransferLimits: Hashable, Sendable {
  public var headerBlock: ByteCount
  public var headerLine: ByteCount
  public var headerCount: Int
  public var interimAnswers: Int
  /// Decoded bytes of a coded body.
  public var decodedBody: ByteCount
  /// Decoded to wire bytes of a coded body, looked at past 10 MB.
  public var decodedRatio: Int
  /// Past this an identity body asks before it goes on.
  public var bodyQuestion: ByteCount

  public init(
    headerBlock: ByteCount = .kibibytes(256), headerLine: ByteCount = .kibibytes(64),
    headerCount: Int = 500, interimAnswers: Int = 20, decodedBody: ByteCount = .gibibytes(2),
    decodedRatio: Int = 200, bodyQuestion: ByteCount = .gibibytes(2)
  ) {
    self.headerBlock = headerBlock
    self.headerLine = headerLine
    self.headerCount = headerCount
    self.interimAnswers = interimAnswers
    self.decodedBody = decodedBody
    self.decodedRatio = decodedRatio
    self.bodyQuestion = bodyQuestion
  }
}

extension TransferLimits {
  /// The name of each limit on the command line and in files, in the order in which they are listed.
  package static let names = sizes.map(\.name) + numbers.map(\.name)

  package static let sizes:
    [(name: String, path: WritableKeyPath<TransferLimits, ByteCount> & Sendable)] = [
      ("header-block", \.headerBlock), ("header-line", \.headerLine),
      ("decoded-body", \.decodedBody), ("body-question", \.bodyQuestion),
    ]
  package static let numbers:
    [(name: String, path: WritableKeyPath<TransferLimits, Int> & Sendable)] = [
      ("header-count", \.headerCount), ("interim-answers", \.interimAnswers),
      ("decoded-ratio", \.decodedRatio),
    ]

  /// Sets a limit by its name. False when there is no limit of that name.
  package mutating func set(_ name: String, to value: Int) -> Bool {
    if let size = Self.sizes.first(where: { $0.name == name }) {
      self[keyPath: size.path] = ByteCount(value)
    } else if let number = Self.numbers.first(where: { $0.name == name }) {
      self[keyPath: number.path] = value
    } else {
      return false
    }
    return true
  }
}

/// What happens at a 3xx answer. `stay` shows it as the response.
public enum RedirectRule: Hashable, Sendable {
  case follow(atMost: Int)
  case stay
}

/// When a failed attempt is followed by another. Source of the table: reliability.md section 5.1.
public struct RetryRule: Hashable, Sendable {
  /// Attempts in all; 1 means no retry.
  public var attempts: Int
  /// Lets 429 and 503 be retried for a request that is not idempotent.
  public var repeatsUnsafe: UnsafeRepeat
  /// No back-off begins another try later than this after the first. What a server asks for by
  /// Retry-After is its own word and does not count.
  public var span: Duration

  public enum UnsafeRepeat: UInt8, Hashable, Sendable { case never, whenRefused }

  public init(
    attempts: Int = 4, repeatsUnsafe: UnsafeRepeat = .never, span: Duration = .seconds(300)
  ) {
    self.attempts = attempts
    self.repeatsUnsafe = repeatsUnsafe
    self.span = span
  }
}

/// Whether a request takes part in the cookie jar.
public enum CookieUse: UInt8, Hashable, Sendable { case jar, off }

/// What `Accept-Encoding` says when the user set none: every coding we can take off, or no such header.
public enum CodingOffer: UInt8, Hashable, Sendable { case all, none }
