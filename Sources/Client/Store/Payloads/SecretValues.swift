import ClientModel

/// The stored form of values with secret parts. Each secret is sealed separately.
extension Secret: PayloadValue {
  func write(to writer: inout PayloadWriter) throws(Failure) { try writer.secret(reveal()) }
  init(from reader: inout PayloadReader) throws(Failure) { self.init(try reader.secret()) }
}

extension SensitiveText: EmptyPayload {
  static let empty = SensitiveText([])
  func write(to writer: inout PayloadWriter) throws(Failure) { try parts.write(to: &writer) }
  init(from reader: inout PayloadReader) throws(Failure) { self.init(try [Part](from: &reader)) }
}

extension SensitiveText.Part: PayloadCases {
  static func cases(_ choice: inout Choice<Self>, _ coder: inout some FieldCoder) throws(Failure) {
    try coder.one(1, &choice, Self.plain) { if case .plain(let text) = $0 { text } else { nil } }
    try coder.one(
      2, &choice, { Self.literal($0.first, $0.second) },
      {
        if case .literal(let secret, let encoding) = $0 { Pair(secret, encoding) } else { nil }
      })
    try coder.one(
      3, &choice, { Self.reference($0.first, $0.second) },
      {
        if case .reference(let name, let encoding) = $0 { Pair(name, encoding) } else { nil }
      })
  }
}

extension SecretRanges.Piece: PayloadValue {
  func write(to writer: inout PayloadWriter) throws(Failure) {
    try SensitiveText.Part(self).write(to: &writer)
  }

  init(from reader: inout PayloadReader) throws(Failure) {
    switch try SensitiveText.Part(from: &reader) {
    case .plain(let text): self.init(text: text, isSecret: false)
    case .literal(let secret, _): self.init(text: secret.reveal(), isSecret: true)
    case .reference: throw .damaged("a URL contains a reference")
    }
  }
}

extension SensitiveText.Part {
  fileprivate init(_ piece: SecretRanges.Piece) {
    self = piece.isSecret ? .literal(Secret(piece.text), .none) : .plain(piece.text)
  }
}

extension HeaderField: PayloadValue {
  func write(to writer: inout PayloadWriter) throws(Failure) {
    writer.text(name)
    try sealedValue.write(to: &writer)
  }

  init(from reader: inout PayloadReader) throws(Failure) {
    self.init(try reader.text(), try SensitiveText(from: &reader))
  }
}

extension ResponseField: PayloadValue {
  func write(to writer: inout PayloadWriter) throws(Failure) {
    let isSealed = isCredential
    writer.text(name)
    writer.flag(isSealed)
    if isSealed { try writer.secret(value) } else { writer.text(value) }
  }

  init(from reader: inout PayloadReader) throws(Failure) {
    let name = try reader.text()
    self =
      try reader.flag()
      ? .sealed(name, try reader.secret()) : ResponseField(name, try reader.text())
  }
}

/// A URL from a server. The URL is sealed if any part of it may be a credential.
///
/// A URL with a query is always sealed, because the workspace's own names for credentials are not
/// known here.
struct ServerAddress: EmptyPayload {
  static let empty = ServerAddress("")
  let text: String

  init(_ text: String) { self.text = text }

  private var isSealed: Bool {
    text.contains(byte: "?") || !CredentialNames.standard.places(in: text).isEmpty
  }

  func write(to writer: inout PayloadWriter) throws(Failure) {
    let isSealed = isSealed
    writer.flag(isSealed)
    if isSealed { try writer.secret(text) } else { writer.text(text) }
  }

  init(from reader: inout PayloadReader) throws(Failure) {
    text = try reader.flag() ? try reader.secret() : try reader.text()
  }
}

extension Authentication: PayloadValue where Value: PayloadValue {
  func write(to writer: inout PayloadWriter) throws(Failure) {
    writer.byte(scheme.code)
    for value in values { try value.write(to: &writer) }
  }

  init(from reader: inout PayloadReader) throws(Failure) {
    guard let scheme = AuthScheme(code: try reader.byte()) else {
      throw .damaged("a kind of credentials is unknown")
    }
    try self.init(scheme) { (_) throws(Failure) in try Value(from: &reader) }
  }
}

/// The names that a workspace adds to the standard list or removes from it.
extension CredentialNames: PayloadValue {
  func write(to writer: inout PayloadWriter) throws(Failure) {
    try added.write(to: &writer)
    try plain.write(to: &writer)
  }

  init(from reader: inout PayloadReader) throws(Failure) {
    self.init(adding: try [String](from: &reader), plain: try [String](from: &reader))
  }
}
