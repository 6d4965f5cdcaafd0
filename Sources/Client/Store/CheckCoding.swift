import ClientModel

/// How what assertions came to is written, with an answer and with its job.
extension AssertionVerdict {
  func write(to writer: inout ByteWriter) {
    writer.text(assertion)
    switch end {
    case .held: writer.byte(0)
    case .failed(let got):
      writer.byte(1)
      writer.text(got)
    case .unchecked(let why):
      writer.byte(2)
      writer.text(why)
    }
  }

  init(from reader: inout ByteReader) throws(Failure) {
    let assertion = try reader.text()
    switch try reader.byte() {
    case 0: self.init(assertion, .held)
    case 1: self.init(assertion, .failed(got: try reader.text()))
    case 2: self.init(assertion, .unchecked(why: try reader.text()))
    default: throw .damaged("what became of an assertion is unknown")
    }
  }
}

extension CheckTally {
  func write(to writer: inout ByteWriter) throws(Failure) {
    writer.count(held)
    writer.count(failed)
    try writer.optional(first) { (w, text) throws(Failure) in w.text(text) }
  }

  init(from reader: inout ByteReader) throws(Failure) {
    self.init(
      held: try reader.integer(), failed: try reader.integer(),
      first: try reader.optional { (r) throws(Failure) in try r.text() })
  }
}
