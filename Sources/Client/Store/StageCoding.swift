import ClientModel

/// How stages are written, with the request that went through them and the answer that did.
extension GatewayUse {
  func writeStages(to writer: inout ByteWriter) throws(Failure) {
    writer.byte(middleware.rawValue)
    try writer.list(submitted) { (w, note) throws(Failure) in note.write(to: &w) }
  }

  mutating func readStages(from reader: inout ByteReader) throws(Failure) {
    guard let stages = Stages(rawValue: try reader.byte()) else {
      throw .damaged("where its stages are is unknown")
    }
    middleware = stages
    submitted = try reader.list { (r) throws(Failure) in try StageNote(from: &r) }
  }
}

extension Processing {
  func write(to writer: inout ByteWriter) throws(Failure) {
    try writer.list(stages) { (w, note) throws(Failure) in note.write(to: &w) }
    writer.text(root)
  }

  init(from reader: inout ByteReader) throws(Failure) {
    self.init(
      stages: try reader.list { (r) throws(Failure) in try StageNote(from: &r) },
      root: try reader.text())
  }
}

extension LateChanges {
  func write(to writer: inout ByteWriter) throws(Failure) {
    try writer.optional(method) { (w, method) throws(Failure) in w.text(method.rawValue) }
    try writer.optional(displayURL) { (w, url) throws(Failure) in w.text(url) }
    try writer.optional(body) { (w, body) throws(Failure) in w.byte(body.rawValue) }
    try writer.list(removedHeaders) { (w, name) throws(Failure) in w.text(name) }
  }

  init(from reader: inout ByteReader) throws(Failure) {
    self.init(
      method: try reader.optional { (r) throws(Failure) in
        guard let method = HTTPMethod(try r.text()) else {
          throw .damaged("a method is none")
        }
        return method
      }, displayURL: try reader.optional { (r) throws(Failure) in try r.text() },
      body: try reader.optional { (r) throws(Failure) in try r.choice(Body.self) },
      removedHeaders: try reader.list { (r) throws(Failure) in try r.text() })
  }
}

extension StageNote {
  func write(to writer: inout ByteWriter) {
    writer.text(name)
    writer.byte(place.rawValue)
    writer.byte(end.rawValue)
    writer.span(took)
  }

  init(from reader: inout ByteReader) throws(Failure) {
    self.init(
      try reader.text(), try reader.choice(Place.self), try reader.choice(End.self),
      took: try reader.span())
  }
}
