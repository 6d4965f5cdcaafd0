import ClientModel

extension PagingRule: PayloadFields {
  static let blank = PagingRule(.offset, .query(""))

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &kind, default: .offset)
    try coder.field(2, &parameter, default: .query(""))
    try coder.field(3, &items)
    try coder.field(4, &end)
  }
}

extension PagingRule.Kind: PayloadCases {
  static func cases(_ choice: inout Choice<Self>, _ coder: inout some FieldCoder) throws(Failure) {
    try coder.one(1, &choice, Self.number) {
      if case .number(let first) = $0 { first } else { nil }
    }
    try coder.one(2, &choice, .offset)
    try coder.one(3, &choice, Self.cursor) {
      if case .cursor(let place) = $0 { place } else { nil }
    }
  }
}

extension PagingRule.Parameter: PayloadCases {
  static func cases(_ choice: inout Choice<Self>, _ coder: inout some FieldCoder) throws(Failure) {
    try coder.one(1, &choice, Self.query) { if case .query(let name) = $0 { name } else { nil } }
    try coder.one(2, &choice, Self.header) { if case .header(let name) = $0 { name } else { nil } }
    try coder.one(3, &choice, Self.body) { if case .body(let path) = $0 { path } else { nil } }
  }
}

extension PagingRule.ValueLocation: PayloadCases {
  static func cases(_ choice: inout Choice<Self>, _ coder: inout some FieldCoder) throws(Failure) {
    try coder.one(1, &choice, Self.body) { if case .body(let path) = $0 { path } else { nil } }
    try coder.one(2, &choice, Self.header) { if case .header(let name) = $0 { name } else { nil } }
  }
}
