import ClientCore
import ClientModel

/// How the end of an attempt is written. Version 3 is version 1 with trailers, version 4 one with what
/// stages made of it, version 5 one with the files that were sent and, perhaps, that, version 6 one
/// with the codings that were offered and then as version 5, version 7 one with perhaps those, then as
/// version 5, and at its end the names of headers that were set late; version 8 is version 7 with what
/// else was changed late behind it; version 2 is one of them sealed as a whole: what answers a request with secrets may repeat them, in whatever form.
extension AttemptResult {
  private static let version: UInt8 = 3
  private static let processedVersion: UInt8 = 4
  private static let versionWithFiles: UInt8 = 5
  private static let versionWithCodings: UInt8 = 6
  private static let versionWithLateHeaders: UInt8 = 7
  private static let versionWithLateChanges: UInt8 = 8
  /// The verdicts, before all of what another version is.
  private static let versionWithVerdicts: UInt8 = 9
  private static let versionWithoutTrailers: UInt8 = 1
  private static let sealedVersion: UInt8 = 2

  func write(to writer: inout ByteWriter, keeping: AttemptEnd.Keeping) throws(Failure) {
    // The bytes of an incomplete head may hold cookies and tokens that a head's fields seal one by one.
    let isSealed = head == nil && body.length > 0
    switch isSealed ? .sealed : keeping {
    case .plain: try write(to: &writer)
    case .sealed:
      writer.byte(Self.sealedVersion)
      try writer.sealed { (inner) throws(Failure) in try write(to: &inner) }
    }
  }

  private var hasLateChanges: Bool { processing?.late.isEmpty == false }
  private var hasLateHeaders: Bool {
    hasLateChanges || processing?.lateHeaders.isEmpty == false
  }

  func write(to writer: inout ByteWriter) throws(Failure) {
    if !verdicts.isEmpty {
      writer.byte(Self.versionWithVerdicts)
      try writer.list(verdicts) { (w, verdict) throws(Failure) in verdict.write(to: &w) }
    }
    if hasLateHeaders {
      writer.byte(hasLateChanges ? Self.versionWithLateChanges : Self.versionWithLateHeaders)
    } else if offeredCodings != nil {
      writer.byte(Self.versionWithCodings)
    } else if !sentFiles.isEmpty {
      writer.byte(Self.versionWithFiles)
    } else {
      writer.byte(processing == nil ? Self.version : Self.processedVersion)
    }
    switch end {
    case .answered: writer.byte(0)
    case .failed(let failure):
      writer.byte(1)
      try failure.write(to: &writer)
    case .cancelled: writer.byte(2)
    }
    try writer.optional(head) { (w, value) throws(Failure) in try value.write(to: &w) }
    try trailers.write(to: &writer)
    for span in [
      timings.nameLookup, timings.connected, timings.secured, timings.firstByte, timings.total,
    ] {
      try writer.optional(span) { (w, value) throws(Failure) in w.span(value) }
    }
    try writer.optional(connection.address) { (w, value) throws(Failure) in w.text(value) }
    writer.byte(connection.use.rawValue)
    try writer.optional(connection.security) { (w, value) throws(Failure) in w.text(value) }
    writer.size(transfer.requestHeaders)
    writer.size(transfer.requestBody)
    writer.size(transfer.responseHeaders)
    writer.size(transfer.responseBody)
    try writer.list(framing) { (w, note) throws(Failure) in w.text(note.rawValue) }
    source.write(to: &writer)
    body.write(to: &writer)
    if hasLateHeaders {
      try writer.optional(offeredCodings) { (w, value) throws(Failure) in w.text(value) }
    } else if let offeredCodings {
      writer.text(offeredCodings)
    }
    if hasLateHeaders || offeredCodings != nil || !sentFiles.isEmpty {
      try writer.list(sentFiles) { (w, file) throws(Failure) in
        w.text(file.path)
        w.blob(file.sha256)
      }
      writer.flag(processing != nil)
    }
    try processing?.write(to: &writer)
    if hasLateHeaders, let names = processing?.lateHeaders {
      try writer.list(names) { (w, name) throws(Failure) in w.text(name) }
    }
    if hasLateChanges { try processing?.late.write(to: &writer) }
  }

  init(from reader: inout ByteReader) throws(Failure) {
    let version = try reader.byte()
    let hasLateHeaders =
      version == Self.versionWithLateHeaders || version == Self.versionWithLateChanges
    switch version {
    case Self.version, Self.processedVersion, Self.versionWithFiles, Self.versionWithCodings,
      Self.versionWithLateHeaders, Self.versionWithLateChanges, Self.versionWithoutTrailers:
      break
    case Self.sealedVersion:
      self = try reader.sealed { (inner) throws(Failure) in try AttemptResult(from: &inner) }
      return
    case Self.versionWithVerdicts:
      let verdicts = try reader.list { (r) throws(Failure) in try AssertionVerdict(from: &r) }
      try self.init(from: &reader)
      guard self.verdicts.isEmpty else { throw .damaged("its verdicts stand twice") }
      self.verdicts = verdicts
      return
    default: throw .damaged("its version is unknown")
    }
    let end: End
    switch try reader.byte() {
    case 0: end = .answered
    case 1: end = .failed(try Failure(from: &reader))
    case 2: end = .cancelled
    default: throw .damaged("how the attempt ended is unknown")
    }
    let head = try reader.optional { (r) throws(Failure) in try ResponseHead(from: &r) }
    let trailers = version != Self.versionWithoutTrailers ? try [ResponseField](from: &reader) : []
    func span() throws(Failure) -> Duration? {
      try reader.optional { (r) throws(Failure) in try r.span() }
    }
    let timings = Timings(
      nameLookup: try span(), connected: try span(), secured: try span(), firstByte: try span(),
      total: try span())
    let connection = ConnectionFacts(
      address: try reader.optional { (r) throws(Failure) in try r.text() },
      use: try reader.choice(ConnectionFacts.Use.self),
      security: try reader.optional { (r) throws(Failure) in try r.text() })
    let transfer = TransferCounts(
      requestHeaders: try reader.size(), requestBody: try reader.size(),
      responseHeaders: try reader.size(), responseBody: try reader.size())
    let framing = try reader.list { (r) throws(Failure) in try r.named(FramingNote.self) }
    let source = try ResponseSource(from: &reader)
    self.init(
      end: end, head: head, trailers: trailers, body: try StoredBody(from: &reader),
      timings: timings,
      connection: connection, transfer: transfer, framing: framing, source: source)
    if version == Self.versionWithCodings { offeredCodings = try reader.text() }
    if hasLateHeaders {
      offeredCodings = try reader.optional { (r) throws(Failure) in try r.text() }
    }
    if hasLateHeaders || [Self.versionWithFiles, Self.versionWithCodings].contains(version) {
      sentFiles = try reader.list { (r) throws(Failure) in
        SentFile(path: try r.text(), sha256: try r.blob())
      }
      guard try reader.flag() else { return }
    }
    if version != Self.version, version != Self.versionWithoutTrailers {
      processing = try Processing(from: &reader)
    }
    if hasLateHeaders {
      processing?.lateHeaders = try reader.list { (r) throws(Failure) in try r.text() }
    }
    if version == Self.versionWithLateChanges { processing?.late = try LateChanges(from: &reader) }
  }
}

extension [ResponseField] {
  func write(to writer: inout ByteWriter) throws(Failure) {
    writer.count(count)
    for field in self {
      let isSealed = field.isCredential
      writer.text(field.name)
      writer.flag(isSealed)
      if isSealed { try writer.secret(field.value) } else { writer.text(field.value) }
    }
  }

  init(from reader: inout ByteReader) throws(Failure) {
    self = try reader.list { (reader) throws(Failure) in
      let name = try reader.text()
      return try reader.flag()
        ? .sealed(name, try reader.secret()) : ResponseField(name, try reader.text())
    }
  }
}

extension ResponseHead {
  func write(to writer: inout ByteWriter) throws(Failure) {
    writer.text(version.rawValue)
    writer.signed(Int64(status))
    writer.text(reason)
    try fields.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(Failure) {
    self.init(
      version: try reader.named(Version.self),
      status: Int(truncatingIfNeeded: try reader.signed()), reason: try reader.text(),
      fields: try [ResponseField](from: &reader))
  }
}

extension StoredBody {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .none: writer.byte(0)
    case .inline(let bytes):
      writer.byte(1)
      writer.blob(bytes)
    case .file(let name, let length, let sha256):
      writer.byte(2)
      writer.text(name)
      writer.size(length)
      writer.blob(sha256)
    }
  }

  init(from reader: inout ByteReader) throws(Failure) {
    switch try reader.byte() {
    case 0: self = .none
    case 1: self = .inline(try reader.blob())
    case 2:
      self = .file(
        name: try reader.text(), length: try reader.size(), sha256: try reader.blob())
    default: throw .damaged("where the body is, is unknown")
    }
  }
}

extension ResponseSource {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .network: writer.byte(0)
    case .cache(let age):
      writer.byte(1)
      writer.span(age)
    case .notModified: writer.byte(2)
    case .stale(let age):
      writer.byte(3)
      writer.span(age)
    case .stub: writer.byte(4)
    }
  }

  init(from reader: inout ByteReader) throws(Failure) {
    switch try reader.byte() {
    case 0: self = .network
    case 1: self = .cache(age: try reader.span())
    case 2: self = .notModified
    case 3: self = .stale(age: try reader.span())
    case 4: self = .stub
    default: throw .damaged("where the answer came from is unknown")
    }
  }
}
