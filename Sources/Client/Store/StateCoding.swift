import ClientModel

/// The number of a state in its column.
extension JobState.Word {
  var code: Int64 {
    switch self {
    case .held: 0
    case .waiting: 1
    case .running: 2
    case .polling: 3
    case .interrupted: 4
    case .succeeded: 5
    case .failed: 6
    case .cancelled: 7
    case .skipped: 8
    }
  }

  private static let byCode = allCases.sorted { $0.code < $1.code }

  init?(code: Int64) {
    guard code >= 0, code < Self.byCode.count else { return nil }
    self = Self.byCode[Int(code)]
  }
}

/// How the rest of a state is written, beside its word's column.
extension JobState {
  func write(to writer: inout ByteWriter) throws(Failure) {
    switch self {
    case .held(let hold): try hold.write(to: &writer)
    case .waiting(.slot): writer.byte(0)
    case .waiting(.job(let id)):
      writer.byte(1)
      writer.signed(id.rawValue)
    case .waiting(.until(let time)):
      writer.byte(2)
      writer.time(time)
    case .running(let attempt): writer.signed(Int64(attempt))
    case .polling(let word, let next):
      writer.text(word)
      try writer.optional(next) { (w, value) throws(Failure) in w.time(value) }
    case .succeeded: break
    case .failed(let failure): try failure.write(to: &writer)
    case .cancelled(let sent): writer.size(sent)
    case .skipped(let because): writer.signed(because.rawValue)
    case .interrupted(let knowledge):
      writer.size(knowledge.sent)
      writer.flag(knowledge.answerBegan)
      writer.text(knowledge.why)
    }
  }

  init(_ word: Word, from reader: inout ByteReader) throws(Failure) {
    switch word {
    case .held: self = .held(try Hold(from: &reader))
    case .waiting:
      switch try reader.byte() {
      case 0: self = .waiting(.slot)
      case 1: self = .waiting(.job(JobID(try reader.signed())))
      case 2: self = .waiting(.until(try reader.time()))
      default: throw .damaged("what the job waits for is unknown")
      }
    case .running: self = .running(attempt: Int(truncatingIfNeeded: try reader.signed()))
    case .polling:
      self = .polling(
        word: try reader.text(),
        next: try reader.optional { (r) throws(Failure) in try r.time() })
    case .succeeded: self = .succeeded
    case .failed: self = .failed(try Failure(from: &reader))
    case .cancelled: self = .cancelled(sent: try reader.size())
    case .skipped: self = .skipped(because: JobID(try reader.signed()))
    case .interrupted:
      self = .interrupted(
        Knowledge(
          sent: try reader.size(), answerBegan: try reader.flag(), why: try reader.text()))
    }
  }
}

extension JobState.Hold {
  func write(to writer: inout ByteWriter) throws(Failure) {
    switch self {
    case .byUser: writer.byte(0)
    case .until(let time):
      writer.byte(1)
      writer.time(time)
    case .question(.redirectCarriesBody(let target, let status)):
      writer.byte(2)
      try writer.address(target)
      writer.signed(Int64(status))
    case .question(.largeBody(let size)):
      writer.byte(3)
      writer.size(size)
    case .missingSecret(let name):
      writer.byte(4)
      writer.text(name)
    case .question(.askingRefused(let status)):
      writer.byte(5)
      writer.signed(Int64(status))
    }
  }

  init(from reader: inout ByteReader) throws(Failure) {
    switch try reader.byte() {
    case 0: self = .byUser
    case 1: self = .until(try reader.time())
    case 2:
      self = .question(
        .redirectCarriesBody(
          to: try reader.address(), status: Int(truncatingIfNeeded: try reader.signed())))
    case 3: self = .question(.largeBody(try reader.size()))
    case 4: self = .missingSecret(try reader.text())
    case 5:
      self = .question(.askingRefused(status: Int(truncatingIfNeeded: try reader.signed())))
    default: throw .damaged("why the job is held is unknown")
    }
  }
}

extension Failure {
  func write(to writer: inout ByteWriter) throws(Failure) {
    writer.text(kind.rawValue)
    writer.text(what)
    writer.text(why)
    writer.text(whatToDo)
    try writer.optional(cause) { (w, value) throws(Failure) in w.text(value) }
  }

  init(from reader: inout ByteReader) throws(Failure) {
    self.init(
      try reader.named(Kind.self), what: try reader.text(), why: try reader.text(),
      whatToDo: try reader.text(),
      cause: try reader.optional { (r) throws(Failure) in try r.text() })
  }
}
