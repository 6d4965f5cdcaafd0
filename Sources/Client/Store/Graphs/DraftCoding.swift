import ClientModel

/// How a draft is written, within what is sealed: secrets stand in it in clear. The first byte is
/// the form; a new field makes a new one: 2 added the endpoint and what its answers mean,
/// 3 the filter, 4 the assertions, 5 what was chosen of an endpoint's alternatives.
extension Draft {
  private static let form: UInt8 = 5

  func write(to writer: inout ByteWriter) throws(Failure) {
    writer.byte(Self.form)
    try writer.optional(name) { (w, text) throws(Failure) in w.text(text) }
    writer.text(method)
    writer.text(url)
    for fields in [pathVariables, query, headers] { try writer.fields(fields) }
    try body.write(to: &writer)
    authorization.write(to: &writer)
    try options.writeWhole(to: &writer)
    try writer.optional(idempotencyKey) { (w, text) throws(Failure) in w.text(text) }
    try writer.list(removedHeaders) { (w, text) throws(Failure) in w.text(text) }
    try writer.optional(gateway) { (w, text) throws(Failure) in w.text(text) }
    try writer.optional(endpoint) { (w, name) throws(Failure) in
      w.text(name.catalog)
      w.text(name.endpoint)
    }
    try writer.optional(remote) { (w, rule) throws(Failure) in
      try rule.write(to: &w)
      try w.fields(rule.query)
    }
    try writer.optional(outcome) { (w, rule) throws(Failure) in try rule.write(to: &w) }
    try writer.optional(filter) { (w, text) throws(Failure) in w.text(text) }
    try writer.list(assertions) { (w, assertion) throws(Failure) in w.text(assertion) }
    for choice in [endpointChoice.mediaType, endpointChoice.security] {
      try writer.optional(choice) { (w, text) throws(Failure) in w.text(text) }
    }
  }

  init(from reader: inout ByteReader) throws(Failure) {
    let form = try reader.byte()
    guard 1...Self.form ~= form else { throw .damaged("its version is unknown") }
    self.init(
      name: try reader.optional { (r) throws(Failure) in try r.text() },
      method: try reader.text(), url: try reader.text(),
      pathVariables: try reader.fields(), query: try reader.fields(),
      headers: try reader.fields(), body: try DraftBody(from: &reader),
      authorization: try DraftAuthorization?(from: &reader),
      options: try TransportOptions(wholeFrom: &reader),
      idempotencyKey: try reader.optional { (r) throws(Failure) in try r.text() },
      removedHeaders: try reader.list { (r) throws(Failure) in try r.text() },
      gateway: try reader.optional { (r) throws(Failure) in try r.text() })
    guard form > 1 else { return }
    endpoint = try reader.optional { (r) throws(Failure) in
      EndpointName(catalog: try r.text(), endpoint: try r.text())
    }
    remote = try reader.optional { (r) throws(Failure) in
      var rule = try RemoteRule(from: &r)
      rule.query = try r.fields()
      return rule
    }
    outcome = try reader.optional { (r) throws(Failure) in try OutcomeRule(from: &r) }
    guard form > 2 else { return }
    filter = try reader.optional { (r) throws(Failure) in try r.text() }
    guard form > 3 else { return }
    assertions = try reader.list { (r) throws(Failure) in try r.text() }
    guard form > 4 else { return }
    endpointChoice = EndpointChoice(
      mediaType: try reader.optional { (r) throws(Failure) in try r.text() },
      security: try reader.optional { (r) throws(Failure) in try r.text() })
  }
}

extension TransportOptions {
  /// With what a request's row keeps in places of its own.
  func writeWhole(to writer: inout ByteWriter) throws(Failure) {
    try write(to: &writer)
    writer.span(retry.span)
    try writer.optional(cache) { (w, rule) throws(Failure) in try rule.write(to: &w) }
    writer.text(parsing.word)
  }

  init(wholeFrom reader: inout ByteReader) throws(Failure) {
    try self.init(from: &reader)
    retry.span = try reader.span()
    cache = try reader.optional { (r) throws(Failure) in try CacheRule(from: &r) }
    guard let rule = ParsingRule(word: try reader.text()) else {
      throw .damaged("how an answer is read is unknown")
    }
    parsing = rule
  }
}

extension ByteWriter {
  mutating func fields(_ fields: [DraftField]) throws(Failure) {
    try list(fields) { (w, field) throws(Failure) in
      w.text(field.name)
      w.text(field.value)
      w.byte(field.mark.rawValue)
    }
  }
}

extension ByteReader {
  mutating func fields() throws(Failure) -> [DraftField] {
    try list { (r) throws(Failure) in
      DraftField(
        try r.text(), try r.text(), mark: try r.choice(DraftField.Mark.self))
    }
  }
}

extension DraftBody {
  func write(to writer: inout ByteWriter) throws(Failure) {
    switch self {
    case .none: writer.byte(0)
    case .json(let text):
      writer.byte(1)
      writer.text(text)
    case .text(let text, let mediaType):
      writer.byte(2)
      writer.text(text)
      writer.text(mediaType)
    case .form(let fields):
      writer.byte(3)
      try writer.fields(fields)
    case .multipart(let parts):
      writer.byte(4)
      try writer.list(parts) { (w, part) throws(Failure) in try part.write(to: &w) }
    case .file(let path, let mediaType):
      writer.byte(5)
      writer.text(path)
      try writer.optional(mediaType) { (w, text) throws(Failure) in w.text(text) }
    case .bytes(let bytes, let mediaType):
      writer.byte(6)
      writer.blob(bytes)
      try writer.optional(mediaType) { (w, text) throws(Failure) in w.text(text) }
    }
  }

  init(from reader: inout ByteReader) throws(Failure) {
    switch try reader.byte() {
    case 0: self = .none
    case 1: self = .json(try reader.text())
    case 2: self = .text(try reader.text(), mediaType: try reader.text())
    case 3: self = .form(try reader.fields())
    case 4: self = .multipart(try reader.list { (r) throws(Failure) in try DraftPart(from: &r) })
    case 5:
      self = .file(
        path: try reader.text(),
        mediaType: try reader.optional { (r) throws(Failure) in try r.text() })
    case 6:
      self = .bytes(
        try reader.blob(), mediaType: try reader.optional { (r) throws(Failure) in try r.text() })
    default: throw .damaged("a kind of body is unknown")
    }
  }
}

extension DraftPart {
  func write(to writer: inout ByteWriter) throws(Failure) {
    writer.text(name)
    writer.text(value)
    for text in [path, fileName, mediaType] {
      try writer.optional(text) { (w, text) throws(Failure) in w.text(text) }
    }
  }

  init(from reader: inout ByteReader) throws(Failure) {
    self.init(
      name: try reader.text(), value: try reader.text(),
      path: try reader.optional { (r) throws(Failure) in try r.text() },
      fileName: try reader.optional { (r) throws(Failure) in try r.text() },
      mediaType: try reader.optional { (r) throws(Failure) in try r.text() })
  }
}

extension DraftAuthorization? {
  func write(to writer: inout ByteWriter) {
    guard let self else { return writer.byte(0) }
    writer.byte(self.scheme.code + 1)
    for value in self.values { writer.text(value) }
  }

  init(from reader: inout ByteReader) throws(Failure) {
    let code = try reader.byte()
    guard code > 0 else {
      self = nil
      return
    }
    guard let scheme = AuthScheme(code: code - 1) else {
      throw .damaged("a kind of authorization is unknown")
    }
    self = try DraftAuthorization(scheme) { (_) throws(Failure) in try reader.text() }
  }
}
