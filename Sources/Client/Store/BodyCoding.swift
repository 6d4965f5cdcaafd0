import ClientModel

/// How the body of a request is written; of a text only the secret parts are sealed.
extension PreparedBody {
  func write(to writer: inout ByteWriter) throws(Failure) {
    switch self {
    case .none: writer.byte(0)
    case .text(let text):
      writer.byte(1)
      try text.write(to: &writer)
    case .bytes(let bytes):
      writer.byte(2)
      writer.blob(bytes)
    case .file(let file):
      writer.byte(3)
      file.write(to: &writer)
    case .multipart(let boundary, let parts):
      writer.byte(4)
      writer.text(boundary)
      try writer.list(parts) { (w, part) throws(Failure) in try part.write(to: &w) }
    }
  }

  init(from reader: inout ByteReader) throws(Failure) {
    switch try reader.byte() {
    case 0: self = .none
    case 1: self = .text(try SensitiveText(from: &reader))
    case 2: self = .bytes(try reader.blob())
    case 3: self = .file(try FileReference(from: &reader))
    case 4:
      self = .multipart(
        boundary: try reader.text(),
        parts: try reader.list { (r) throws(Failure) in try MultipartPart(from: &r) })
    default: throw .damaged("a kind of body is unknown")
    }
  }
}

extension BodyIdentity {
  func write(to writer: inout ByteWriter) {
    writer.flag(fingerprint != nil)
    if let fingerprint { writer.number(fingerprint) }
    writer.count(files.count)
    for file in files { file.write(to: &writer) }
  }

  init(from reader: inout ByteReader) throws(Failure) {
    let fingerprint = try reader.flag() ? try reader.number() : nil
    self.init(
      fingerprint: fingerprint,
      files: try reader.list { (r) throws(Failure) in try FileReference(from: &r) })
  }
}

extension FileReference {
  func write(to writer: inout ByteWriter) {
    writer.text(path)
    writer.size(size)
    writer.signed(modified)
    writer.number(inode)
  }

  init(from reader: inout ByteReader) throws(Failure) {
    self.init(
      path: try reader.text(), size: try reader.size(), modified: try reader.signed(),
      inode: try reader.number())
  }
}

extension MultipartPart {
  func write(to writer: inout ByteWriter) throws(Failure) {
    writer.text(name)
    switch content {
    case .text(let text):
      writer.byte(0)
      try text.write(to: &writer)
    case .file(let file):
      writer.byte(1)
      file.write(to: &writer)
    }
    try writer.optional(fileName) { (w, value) throws(Failure) in w.text(value) }
    try writer.optional(mediaType) { (w, value) throws(Failure) in w.text(value) }
  }

  init(from reader: inout ByteReader) throws(Failure) {
    let name = try reader.text()
    let content: Content
    switch try reader.byte() {
    case 0: content = .text(try SensitiveText(from: &reader))
    case 1: content = .file(try FileReference(from: &reader))
    default: throw .damaged("a kind of part is unknown")
    }
    self.init(
      name: name, content: content,
      fileName: try reader.optional { (r) throws(Failure) in try r.text() },
      mediaType: try reader.optional { (r) throws(Failure) in try r.text() })
  }
}
