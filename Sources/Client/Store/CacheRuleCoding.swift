import ClientModel

/// How a request's cache rule is written.
extension CacheRule {
  func write(to writer: inout ByteWriter) throws(Failure) {
    writer.byte(mode.rawValue)
    try writer.optional(storeFor) { (w, value) throws(Failure) in w.span(value) }
    try writer.optional(maxAge) { (w, value) throws(Failure) in w.span(value) }
    writer.byte(key.query.rawValue)
    try writer.list(key.headers) { (w, name) throws(Failure) in w.text(name) }
    writer.byte(key.body.rawValue)
  }

  init(from reader: inout ByteReader) throws(Failure) {
    self.init(
      mode: try reader.choice(Mode.self),
      storeFor: try reader.optional { (r) throws(Failure) in try r.span() },
      maxAge: try reader.optional { (r) throws(Failure) in try r.span() },
      key: CacheKeyRule(
        query: try reader.choice(CacheKeyRule.Query.self),
        headers: try reader.list { (r) throws(Failure) in try r.text() },
        body: try reader.choice(CacheKeyRule.Body.self)))
  }
}
