import ClientModel

extension OutcomeRule: PayloadFields {
  static let blank = OutcomeRule()

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &authentication)
    try coder.field(2, &upgrade)
    try coder.field(3, &failure)
    try coder.field(4, &success)
    try coder.field(5, &code)
    try coder.field(6, &reason)
    try coder.field(7, &detail)
    try coder.field(8, &refresh)
    try coder.field(9, &body, default: .any)
  }
}

extension OutcomeClause: PayloadFields {
  static let blank = OutcomeClause()

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &statuses)
    try coder.field(2, &values)
    try coder.field(3, &headers)
  }
}

extension ValueTest: PayloadFields {
  static let blank = ValueTest("", .present)

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &name)
    try coder.field(2, &wanted, default: .present)
  }
}

extension ValueTest.Wanted: PayloadCases {
  static func cases(_ choice: inout Choice<Self>, _ coder: inout some FieldCoder) throws(Failure) {
    try coder.one(1, &choice, .present)
    try coder.one(2, &choice, .absent)
    try coder.one(3, &choice, Self.oneOf) { if case .oneOf(let texts) = $0 { texts } else { nil } }
  }
}

extension RefreshRule: PayloadFields {
  static let blank = RefreshRule(request: "")

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &request)
    try coder.field(2, &token)
  }
}
