import ClientModel

/// Stores the names that a workspace adds to the standard list and those that it takes off.
extension CredentialNames {
  func write(to writer: inout ByteWriter) throws(Failure) {
    for names in [added, plain] {
      try writer.list(names) { (w, name) throws(Failure) in w.text(name) }
    }
  }

  init(from reader: inout ByteReader) throws(Failure) {
    self.init(
      adding: try reader.list { (r) throws(Failure) in try r.text() },
      plain: try reader.list { (r) throws(Failure) in try r.text() })
  }
}
