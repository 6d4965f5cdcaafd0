import ClientModel

/// The stored fields of an attempt that are known before the first byte is sent. A separate row
/// contains the result.
extension Attempt: PayloadFields {
  static let blank = Attempt(
    id: AttemptID(job: JobID(0), number: 0), hop: 0, method: .get, displayURL: "", origin: .blank,
    started: .empty)

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &hop)
    try coder.field(2, &method, default: .get)
    try coder.field(3, &displayURL)
    try coder.fields(4, of: &origin)
    try coder.field(5, &started)
    try coder.field(6, &body)
    try coder.field(7, &idempotencyKey)
  }

  init(id: AttemptID, from reader: inout PayloadReader) throws(Failure) {
    try self.init(from: &reader)
    self.id = id
  }
}

extension BodyIdentity: PayloadFields {
  static let blank = BodyIdentity(fingerprint: nil)

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &fingerprint)
    try coder.field(2, &files)
  }
}
