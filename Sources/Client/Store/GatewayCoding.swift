import ClientModel

/// How the gateway of a request is written: only where there is one, so that most rows stay small.
extension GatewayUse {
  func write(to writer: inout ByteWriter) throws(Failure) {
    writer.text(name)
    try writer.optional(outcome) { (w, rule) throws(Failure) in try rule.write(to: &w) }
  }

  init(from reader: inout ByteReader) throws(Failure) {
    self.init(
      name: try reader.text(),
      outcome: try reader.optional { (r) throws(Failure) in try OutcomeRule(from: &r) })
  }
}

extension OutcomeRule {
  func write(to writer: inout ByteWriter) throws(Failure) {
    for clauses in [authentication, upgrade, failure, success] {
      try writer.list(clauses) { (w, clause) throws(Failure) in try clause.write(to: &w) }
    }
    for pointers in [code, reason, detail] {
      try writer.list(pointers) { (w, pointer) throws(Failure) in w.text(pointer) }
    }
    try writer.optional(refresh) { (w, rule) throws(Failure) in
      w.text(rule.request)
      try w.optional(rule.token) { (w, pointer) throws(Failure) in w.text(pointer) }
    }
  }

  init(from reader: inout ByteReader) throws(Failure) {
    func clauses() throws(Failure) -> [OutcomeClause] {
      try reader.list { (r) throws(Failure) in try OutcomeClause(from: &r) }
    }
    func pointers() throws(Failure) -> [String] {
      try reader.list { (r) throws(Failure) in try r.text() }
    }
    self.init(
      authentication: try clauses(), upgrade: try clauses(), failure: try clauses(),
      success: try clauses(), code: try pointers(), reason: try pointers(),
      detail: try pointers(),
      refresh: try reader.optional { (r) throws(Failure) in
        RefreshRule(
          request: try r.text(),
          token: try r.optional { (r) throws(Failure) in try r.text() })
      })
  }
}

extension OutcomeClause {
  func write(to writer: inout ByteWriter) throws(Failure) {
    try writer.list(statuses) { (w, range) throws(Failure) in
      w.signed(Int64(range.lowerBound))
      w.signed(Int64(range.upperBound))
    }
    for tests in [values, headers] {
      try writer.list(tests) { (w, test) throws(Failure) in try test.write(to: &w) }
    }
  }

  init(from reader: inout ByteReader) throws(Failure) {
    let statuses = try reader.list { (r) throws(Failure) -> ClosedRange<Int> in
      let (low, high) = (try r.signed(), try r.signed())
      guard low <= high, low >= 0, high < 1 << 20 else { throw .damaged("a status is no status") }
      return Int(low)...Int(high)
    }
    self.init(
      statuses: statuses,
      values: try reader.list { (r) throws(Failure) in try ValueTest(from: &r) },
      headers: try reader.list { (r) throws(Failure) in try ValueTest(from: &r) })
  }
}

extension ValueTest {
  func write(to writer: inout ByteWriter) throws(Failure) {
    writer.text(name)
    switch wanted {
    case .present: writer.byte(0)
    case .absent: writer.byte(1)
    case .oneOf(let texts):
      writer.byte(2)
      try writer.list(texts) { (w, text) throws(Failure) in w.text(text) }
    }
  }

  init(from reader: inout ByteReader) throws(Failure) {
    let name = try reader.text()
    switch try reader.byte() {
    case 0: self.init(name, .present)
    case 1: self.init(name, .absent)
    case 2: self.init(name, .oneOf(try reader.list { (r) throws(Failure) in try r.text() }))
    default: throw .damaged("a test of an answer is unknown")
    }
  }
}
