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
