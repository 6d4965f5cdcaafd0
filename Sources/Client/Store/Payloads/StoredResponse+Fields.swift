import ClientCore
import ClientModel

/// The stored fields of a cached response. URL and id have their own columns.
extension StoredResponse {
  func write(to writer: inout PayloadWriter) throws(Failure) {
    var response = self
    try writer.record(protection) { (w) throws(Failure) in try response.fields(&w) }
  }

  init(
    from reader: inout PayloadReader, id: CacheEntryID, displayURL: String
  ) throws(Failure) {
    var response = StoredResponse(
      id: id, displayURL: displayURL, head: .blank, requested: .empty, received: .empty)
    response.protection = try reader.record { (r) throws(Failure) in try response.fields(&r) }
    self = response
  }

  private mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.fields(1, of: &head)
    try coder.field(2, &requested)
    try coder.field(3, &received)
    try coder.field(4, &storeFor)
    try coder.field(5, &selecting)
    try coder.field(6, &bodyLength)
    try coder.field(7, &job)
    try coder.field(8, &method, default: .get)
    try coder.field(9, &revision, default: 0)
  }
}

extension SelectingField: PayloadFields {
  static let blank = SelectingField(name: "", mark: [])

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &name)
    try coder.field(2, &mark)
  }
}
