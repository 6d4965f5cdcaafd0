import ClientModel

extension MiddlewareRule: PayloadFields {
  static let blank = MiddlewareRule()

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &onSubmit)
    try coder.field(2, &onDispatch)
    try coder.field(3, &parsers)
    try coder.field(4, &onResponse)
    try coder.field(5, &requestTransform)
    try coder.field(6, &responseTransform)
  }
}

extension PreparerRule: PayloadCases {
  static func cases(_ choice: inout Choice<Self>, _ coder: inout some FieldCoder) throws(Failure) {
    try coder.one(1, &choice, Self.command) {
      if case .command(let rule) = $0 { rule } else { nil }
    }
  }
}

extension ProcessorRule: PayloadCases {
  static func cases(_ choice: inout Choice<Self>, _ coder: inout some FieldCoder) throws(Failure) {
    try coder.one(1, &choice, Self.root) {
      if case .root(let pointer) = $0 { pointer } else { nil }
    }
    try coder.one(
      2, &choice, { Self.capture(header: $0.first, name: $0.second) },
      {
        if case .capture(let header, let name) = $0 { Pair(header, name) } else { nil }
      })
    try coder.one(3, &choice, Self.command) {
      if case .command(let rule) = $0 { rule } else { nil }
    }
  }
}

extension ParserRule: PayloadFields {
  static let blank = ParserRule(mediaType: "", parser: .json)

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &mediaType)
    try coder.field(2, &parser, default: .json)
  }
}

extension ParserRule.Parser: PayloadCases {
  static func cases(_ choice: inout Choice<Self>, _ coder: inout some FieldCoder) throws(Failure) {
    try coder.one(1, &choice, .json)
    try coder.one(2, &choice, .xml)
    try coder.one(3, &choice, .text)
    try coder.one(4, &choice, Self.command) {
      if case .command(let rule) = $0 { rule } else { nil }
    }
  }
}

extension CommandRule: PayloadFields {
  static let blank = CommandRule([])

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &arguments)
    try coder.field(2, &deadline, default: .seconds(30))
  }
}
