/// The transport options of a request in a file of jobs. A missing option has its default value.
package struct PortableOptions: Codable, Hashable, Sendable {
  package var insecure: Bool?
  package var authorities: String?
  package var clientCertificate: String?
  package var clientKey: String?
  package var pins: [String]?
  package var version: UInt8?
  package var proxy: PortableText?
  package var unixSocket: String?
  package var resolve: [String]?
  /// The maximum duration of the connect phase. All durations here are in milliseconds, and all
  /// sizes in bytes.
  package var connect: Int64?
  package var firstByte: Int64?
  package var idle: Int64?
  package var total: Int64?
  package var headerBlock: Int64?
  package var headerLine: Int64?
  package var headerCount: Int?
  package var interimResponses: Int?
  package var decodedBody: Int64?
  package var decodedRatio: Int?
  package var bodyQuestion: Int64?
  /// The maximum number of redirects. If 0, redirects are displayed but not followed.
  package var redirects: Int?
  package var attempts: Int?
  package var repeatsUnsafe: Bool?
  package var retrySpan: Int64?
  package var cookies: Bool?
  package var codings: Bool?
  package var cache: Cache?
  /// `auto`, `off` or a media type.
  package var parsing: String?
  package var broker: PortableBroker?

  package struct Cache: Codable, Hashable, Sendable {
    package var mode: String
    package var storeFor: Int64?
    package var maxAge: Int64?
    package var sortsQuery: Bool
    package var headers: [String]
    package var countsBody: Bool
    package var methods: [String]?
    package var name: String?
  }

  init(_ options: TransportOptions, _ secrets: inout LeftOutSecrets) {
    let usual = TransportOptions()
    func changed<Value: Equatable>(_ path: KeyPath<TransportOptions, Value>) -> Value? {
      options[keyPath: path] == usual[keyPath: path] ? nil : options[keyPath: path]
    }
    insecure = changed(\.trust.verification).map { $0 == .insecure }
    authorities = options.trust.authorities
    clientCertificate = options.trust.clientCertificate
    clientKey = options.trust.clientKey
    pins = changed(\.trust.pins)?.map(\.description)
    version = changed(\.route.version)?.rawValue
    if let way = options.route.proxy { proxy = PortableText(way, &secrets) }
    unixSocket = options.route.unixSocket
    resolve = changed(\.route.resolve)
    connect = changed(\.deadlines.connect)?.inMilliseconds
    firstByte = changed(\.deadlines.firstByte)?.inMilliseconds
    idle = changed(\.deadlines.idle)?.inMilliseconds
    total = options.deadlines.total?.inMilliseconds
    headerBlock = changed(\.limits.headerBlock)?.bytes
    headerLine = changed(\.limits.headerLine)?.bytes
    headerCount = changed(\.limits.headerCount)
    interimResponses = changed(\.limits.interimResponses)
    decodedBody = changed(\.limits.decodedBody)?.bytes
    decodedRatio = changed(\.limits.decodedRatio)
    bodyQuestion = changed(\.limits.bodyQuestion)?.bytes
    switch changed(\.redirects) {
    case .follow(let most): redirects = max(1, most)
    case .stay: redirects = 0
    case nil: break
    }
    attempts = changed(\.retry.attempts).map { max(1, $0) }
    repeatsUnsafe = changed(\.retry.repeatsUnsafe).map { $0 == .whenRefused }
    retrySpan = changed(\.retry.span)?.inMilliseconds
    cookies = changed(\.cookies).map { $0 == .jar }
    codings = changed(\.codings).map { $0 == .all }
    parsing = changed(\.parsing)?.word
    broker = PortableBroker(options.broker)
    cache = options.cache.map { rule in
      Cache(
        mode: rule.mode.word, storeFor: rule.storeFor?.inMilliseconds,
        maxAge: rule.maxAge?.inMilliseconds, sortsQuery: rule.key.query == .sorted,
        headers: rule.key.headers, countsBody: rule.key.body == .included,
        methods: rule.methods.isEmpty ? nil : rule.methods.map(\.rawValue), name: rule.key.name)
    }
  }

  func transport() throws(Failure) -> TransportOptions {
    var options = TransportOptions()
    if insecure ?? false { options.trust.verification = .insecure }
    options.trust.authorities = authorities
    options.trust.clientCertificate = clientCertificate
    options.trust.clientKey = clientKey
    for text in pins ?? [] {
      guard let pin = PublicKeyPin(text) else { throw .notPortable("`\(text)` is not a pin.") }
      options.trust.pins.append(pin)
    }
    if let version {
      guard let found = RouteOptions.Version(rawValue: version) else {
        throw .notPortable("The HTTP version \(version) is unknown.")
      }
      options.route.version = found
    }
    options.route.proxy = try proxy?.sensitive()
    options.route.unixSocket = unixSocket
    options.route.resolve = resolve ?? []
    set(&options.deadlines.connect, connect)
    set(&options.deadlines.firstByte, firstByte)
    set(&options.deadlines.idle, idle)
    options.deadlines.total = total.map { .milliseconds($0) }
    set(&options.limits.headerBlock, headerBlock)
    set(&options.limits.headerLine, headerLine)
    if let headerCount { options.limits.headerCount = headerCount }
    if let interimResponses { options.limits.interimResponses = interimResponses }
    set(&options.limits.decodedBody, decodedBody)
    if let decodedRatio { options.limits.decodedRatio = decodedRatio }
    set(&options.limits.bodyQuestion, bodyQuestion)
    if let redirects { options.redirects = redirects > 0 ? .follow(atMost: redirects) : .stay }
    if let attempts { options.retry.attempts = max(1, attempts) }
    if repeatsUnsafe ?? false { options.retry.repeatsUnsafe = .whenRefused }
    set(&options.retry.span, retrySpan)
    if let cookies { options.cookies = cookies ? .jar : .off }
    if let codings { options.codings = codings ? .all : .none }
    if let cache { options.cache = try rule(cache) }
    if let parsing {
      guard let rule = ParsingRule(word: parsing) else {
        throw .notPortable("`\(parsing)` is not a media type.")
      }
      options.parsing = rule
    }
    if let broker { options.broker = try broker.options() }
    return options
  }

  private func rule(_ cache: Cache) throws(Failure) -> CacheRule {
    guard let mode = CacheRule.Mode(word: cache.mode) else {
      throw .notPortable("`\(cache.mode)` is not a mode of the cache.")
    }
    var methods: [HTTPMethod] = []
    for name in cache.methods ?? [] {
      guard let method = HTTPMethod(name) else {
        throw .notPortable("`\(name)` is not a method.")
      }
      methods.append(method)
    }
    return CacheRule(
      mode: mode, storeFor: cache.storeFor.map { .milliseconds($0) },
      maxAge: cache.maxAge.map { .milliseconds($0) },
      key: CacheKeyRule(
        query: cache.sortsQuery ? .sorted : .asSent, headers: cache.headers,
        body: cache.countsBody ? .included : .excluded, name: cache.name),
      methods: methods)
  }

  private func set(_ span: inout Duration, _ milliseconds: Int64?) {
    if let milliseconds { span = .milliseconds(milliseconds) }
  }

  private func set(_ size: inout ByteCount, _ bytes: Int64?) {
    if let bytes { size = ByteCount(bytes) }
  }
}
