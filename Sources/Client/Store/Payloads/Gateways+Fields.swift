import ClientModel

/// The stored fields of a graph's gateways. Lanes and stub responses are omitted, because only the
/// running program has them.
extension Gateways: PayloadFields {
  static let blank = Gateways()

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &all)
    try coder.field(2, &standard)
    try coder.field(3, &servers)
    try coder.field(4, &endpoints)
    try coder.field(5, &credentialNames, default: .standard)
  }
}

extension Gateway: PayloadFields {
  static let blank = Gateway(name: "", url: "")

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &name)
    try coder.field(2, &url)
    try coder.fields(3, of: &defaults)
    try coder.field(4, &methods)
    try coder.field(5, &authorization)
    try coder.field(6, &outcome)
    try coder.fields(7, of: &middleware)
    try coder.field(8, &encoding)
    try coder.field(9, &pause, default: .never)
    try coder.field(10, &paging)
    try coder.field(11, &broker)
  }
}

extension BrokerRule: PayloadFields {
  static let blank = BrokerRule(url: "")

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &url)
    try coder.fields(2, of: &options)
    try coder.field(3, &authorization)
  }
}

extension GatewayDefaults: PayloadFields {
  static let blank = GatewayDefaults()

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &headers)
    try coder.field(2, &query)
    try coder.fields(3, of: &options)
    try coder.fields(4, of: &cache)
  }
}

extension CacheDefaults: PayloadFields {
  static let blank = CacheDefaults()

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &reading)
    try coder.field(2, &storeFor)
    try coder.field(3, &maxAge)
    try coder.field(4, &methods)
    try coder.field(5, &keyName)
  }
}

extension NamedEndpoint: PayloadFields {
  static let blank = NamedEndpoint(path: "")

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &start, default: .open)
    try coder.field(2, &path)
    try coder.field(3, &variables)
  }
}

extension NamedEndpoint.Start: PayloadCases {
  static func cases(_ choice: inout Choice<Self>, _ coder: inout some FieldCoder) throws(Failure) {
    try coder.one(1, &choice, .open)
    try coder.one(2, &choice, Self.server) { if case .server(let name) = $0 { name } else { nil } }
    try coder.one(3, &choice, Self.gateway) {
      if case .gateway(let name) = $0 { name } else { nil }
    }
  }
}

extension PathVariableRule: PayloadFields {
  static let blank = PathVariableRule("")

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &name)
    try coder.field(2, &alias)
    try coder.field(3, &absence, default: .refused)
  }
}

extension PathVariableRule.Absence: PayloadCases {
  static func cases(_ choice: inout Choice<Self>, _ coder: inout some FieldCoder) throws(Failure) {
    try coder.one(1, &choice, .refused)
    try coder.one(2, &choice, .dropped)
    try coder.one(3, &choice, Self.filled) { if case .filled(let text) = $0 { text } else { nil } }
  }
}
