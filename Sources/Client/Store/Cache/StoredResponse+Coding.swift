import ClientCore
import ClientModel

/// How the facts of a kept answer are written into its row. Version 2 is version 1 sealed as a
/// whole, for the answers to requests with secrets. Address and number are columns of their own.
extension StoredResponse {
  private static let version: UInt8 = 1
  private static let sealedVersion: UInt8 = 2

  func write(to writer: inout ByteWriter) throws(Failure) {
    switch keeping {
    case .plain: try writeFacts(to: &writer)
    case .sealed:
      writer.byte(Self.sealedVersion)
      try writer.sealed { (inner) throws(Failure) in try writeFacts(to: &inner) }
    }
  }

  private func writeFacts(to writer: inout ByteWriter) throws(Failure) {
    writer.byte(Self.version)
    try head.write(to: &writer)
    writer.time(requested)
    writer.time(received)
    try writer.optional(storeFor) { (w, value) throws(Failure) in w.span(value) }
    try writer.list(selecting) { (w, field) throws(Failure) in
      w.text(field.name)
      w.blob(field.mark)
    }
    writer.size(bodyLength)
    try writer.optional(job) { (w, value) throws(Failure) in w.signed(value.rawValue) }
  }

  init(
    from reader: inout ByteReader, id: CacheEntryID, displayURL: String
  ) throws(Failure) {
    switch try reader.byte() {
    case Self.version: break
    case Self.sealedVersion:
      self = try reader.sealed { (inner) throws(Failure) in
        try StoredResponse(from: &inner, id: id, displayURL: displayURL)
      }
      keeping = .sealed
      return
    default: throw .damaged("its version is unknown")
    }
    self.init(
      id: id, displayURL: displayURL, head: try ResponseHead(from: &reader),
      requested: try reader.time(), received: try reader.time(),
      storeFor: try reader.optional { (r) throws(Failure) in try r.span() },
      selecting: try reader.list { (r) throws(Failure) in
        SelectingField(name: try r.text(), mark: try r.blob())
      },
      bodyLength: try reader.size(),
      job: try reader.optional { (r) throws(Failure) in JobID(try r.signed()) })
  }
}
