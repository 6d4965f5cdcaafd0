import ClientModel

extension TransportOptions: PayloadFields {
  static let blank = TransportOptions()

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    var (trust, route, deadlines, limits) = (trust, route, deadlines, limits)
    var (redirects, retry, cookies, codings) = (redirects, retry, cookies, codings)
    var (cache, parsing, broker) = (cache, parsing, broker)
    try coder.fields(1, of: &trust)
    try coder.fields(2, of: &route)
    try coder.fields(3, of: &deadlines)
    try coder.fields(4, of: &limits)
    try coder.field(5, &redirects, default: .follow(atMost: 10))
    try coder.fields(6, of: &retry)
    try coder.field(7, &cookies, default: .jar)
    try coder.field(8, &codings, default: .all)
    try coder.field(9, &cache)
    try coder.field(10, &parsing, default: .byType)
    try coder.fields(11, of: &broker)
    guard coder.isReading else { return }
    let read = TransportOptions(
      trust: trust, route: route, deadlines: deadlines, limits: limits, redirects: redirects,
      retry: retry, cookies: cookies, codings: codings, cache: cache, parsing: parsing,
      broker: broker)
    // Equal options continue to share their storage with `blank`.
    if read != self { self = read }
  }
}

extension BrokerOptions: PayloadFields {
  static let blank = BrokerOptions()

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &version, default: .v311)
    try coder.field(2, &clientID)
    try coder.field(3, &session, default: .clean)
    try coder.field(4, &keepAlive, default: .seconds(60))
    try coder.field(5, &will)
  }
}

extension BrokerMessage: PayloadFields {
  static let blank = BrokerMessage(topic: "")

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &topic, default: "")
    try coder.field(2, &payload)
    try coder.field(3, &quality, default: .exactlyOnce)
    try coder.field(4, &retention, default: .none)
  }
}

extension TrustOptions: PayloadFields {
  static let blank = TrustOptions()

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &verification, default: .full)
    try coder.field(2, &authorities)
    try coder.field(3, &clientCertificate)
    try coder.field(4, &clientKey)
    try coder.field(5, &pins)
  }
}

extension RouteOptions: PayloadFields {
  static let blank = RouteOptions()

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &version, default: .automatic)
    try coder.field(2, &proxy)
    try coder.field(3, &unixSocket)
    try coder.field(4, &resolve)
  }
}

extension Deadlines: PayloadFields {
  static let blank = Deadlines()

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &connect, default: .seconds(10))
    try coder.field(2, &firstByte, default: .seconds(60))
    try coder.field(3, &idle, default: .seconds(30))
    try coder.field(4, &total)
  }
}

extension TransferLimits: PayloadFields {
  static let blank = TransferLimits()

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &headerBlock, default: .kibibytes(256))
    try coder.field(2, &headerLine, default: .kibibytes(64))
    try coder.field(3, &headerCount, default: 500)
    try coder.field(4, &interimResponses, default: 20)
    try coder.field(5, &decodedBody, default: .gibibytes(2))
    try coder.field(6, &decodedRatio, default: 200)
    try coder.field(7, &bodyQuestion, default: .gibibytes(2))
  }
}

extension RedirectRule: PayloadCases {
  static func cases(_ choice: inout Choice<Self>, _ coder: inout some FieldCoder) throws(Failure) {
    try coder.one(1, &choice, .stay)
    try coder.one(2, &choice, Self.follow) { if case .follow(let most) = $0 { most } else { nil } }
  }
}

extension RetryRule: PayloadFields {
  static let blank = RetryRule()

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &attempts, default: 4)
    try coder.field(2, &repeatsUnsafe, default: .never)
    try coder.field(3, &span, default: .seconds(300))
  }
}

extension CacheRule: PayloadFields {
  static let blank = CacheRule(mode: .off)

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &mode, default: .off)
    try coder.field(2, &storeFor)
    try coder.field(3, &maxAge)
    try coder.field(4, &key.query, default: .asSent)
    try coder.field(5, &key.headers)
    try coder.field(6, &key.body, default: .excluded)
    try coder.field(7, &methods)
    try coder.field(8, &key.name)
  }
}
