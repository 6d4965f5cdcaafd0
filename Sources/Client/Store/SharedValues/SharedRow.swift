import ClientModel

/// The stored row of a shared value. It contains facts in plain text and the encoded value.
///
///     facts   format, key, secrecy, transforms, size of the value
///     value   plain rule: the encoded bytes; secret: sealed, the facts again and the encoded bytes
///
/// If there is only a rule, the encoding of an empty value is stored, so that the rule is also
/// authenticated.
struct SharedRow: Sendable {
  private static let form: UInt8 = 1

  var facts: SharedValueFacts
  /// The facts as bytes, without their checksum.
  var header: [UInt8]
  private var stored: [UInt8] = []

  var isSealed: Bool { facts.rule.isSecret }

  /// Creates a row to be written.
  ///
  /// - Parameter plain: The encoded value, or an empty array if there is only a rule.
  init(_ facts: SharedValueFacts, _ plain: [UInt8], keys: TransformKeys, vault: Vault) throws {
    self.facts = facts
    header = Self.header(of: facts, vault: vault)
    let coded = try ValueCoding(
      key: facts.key, version: facts.version, header: header, rule: facts.rule, keys: keys
    ).encode(plain)
    var writer = PayloadWriter(for: place(.sharedValue), vault: vault)
    writer.byte(Self.form)
    if facts.rule.secrecy == .secret {
      let header = header
      try writer.sealed { (inner) throws(Failure) in
        inner.blob(header)
        inner.blob(coded)
      }
    } else {
      writer.blob(coded)
    }
    stored = Record.close(&writer)
    self.facts.storedSize = ByteCount(stored.count)
  }

  init(_ columns: SharedColumns, vault: Vault) throws(Failure) {
    let name = columns.name
    guard let key = SharedKey(name) else { throw .damaged("a shared value has no key") }
    let version = columns.version
    let place = RowIdentity.shared(.shared, key, version: version)
    let bytes = columns.facts
    do throws(Failure) {
      var reader = try Record.open(bytes, at: place, vault: vault)
      guard try reader.byte() == Self.form else { throw .damaged("its format is unknown") }
      // The checksum does not cover the column of the name.
      guard try reader.text() == name else { throw .damaged("it belongs to another key") }
      let secrecy = try reader.choice(SharedRule.Secrecy.self)
      let transforms = try [ValueTransform](from: &reader)
      let size = try ByteCount?(from: &reader)
      facts = SharedValueFacts(
        key: key, rule: SharedRule(transforms, secrecy: secrecy), size: size, version: version,
        changed: Timestamp(milliseconds: columns.changed))
    } catch {
      throw .tampered(key, error.why.inSentence)
    }
    header = Array(bytes.dropLast(4))
    stored = columns.value
    facts.storedSize = ByteCount(stored.count)
  }

  /// Returns the value in the encoding that the transforms produced.
  func coded(vault: Vault) throws(Failure) -> [UInt8] {
    do throws(Failure) {
      var reader = try Record.open(stored, at: place(.sharedValue), vault: vault)
      guard try reader.byte() == Self.form else { throw .damaged("its format is unknown") }
      guard facts.rule.secrecy == .secret else { return try reader.blob() }
      let header = header
      return try reader.sealed { (inner) throws(Failure) in
        guard try inner.blob() == header else {
          throw .damaged("its facts belong to another value")
        }
        return try inner.blob()
      }
    } catch {
      guard error.kind == .secretMissing else { throw .tampered(facts.key, error.why.inSentence) }
      throw Failure(
        .secretMissing, what: "The shared value \(facts.key) cannot be decrypted.", why: error.why,
        whatToDo: error.whatToDo, cause: error.cause)
    }
  }

  /// Decodes the result of `coded`. Returns nil if the row contains only a rule.
  func content(_ coded: [UInt8], keys: TransformKeys) throws(Failure) -> SharedContent? {
    let plain = try ValueCoding(
      key: facts.key, version: facts.version, header: header, rule: facts.rule, keys: keys
    ).decode(coded)
    guard ByteCount(plain.count) == facts.size ?? 0 else {
      throw .tampered(facts.key, "its size differs from the recorded size")
    }
    return facts.size == nil ? nil : SharedContent(plain)
  }

  /// Returns the columns to write.
  func columns(vault: Vault) -> SharedColumns {
    var writer = PayloadWriter(for: place(.shared), vault: vault)
    Self.write(facts, to: &writer)
    return SharedColumns(
      name: facts.key.name, version: facts.version, changed: facts.changed.milliseconds,
      facts: Record.close(&writer), value: stored)
  }

  private func place(_ kind: Record.Kind) -> RowIdentity {
    .shared(kind, facts.key, version: facts.version)
  }

  private static func header(of facts: SharedValueFacts, vault: Vault) -> [UInt8] {
    var writer = PayloadWriter(
      for: .shared(.shared, facts.key, version: facts.version), vault: vault)
    write(facts, to: &writer)
    return writer.bytes
  }

  private static func write(_ facts: SharedValueFacts, to writer: inout PayloadWriter) {
    writer.byte(form)
    writer.text(facts.key.name)
    writer.byte(facts.rule.secrecy.rawValue)
    writer.count(facts.rule.transforms.count)
    for transform in facts.rule.transforms { transform.write(to: &writer) }
    writer.flag(facts.size != nil)
    if let size = facts.size { writer.size(size) }
  }
}

extension ValueTransform: PayloadValue {
  func write(to writer: inout PayloadWriter) {
    switch self {
    case .gzip: writer.byte(1)
    case .base64: writer.byte(2)
    case .aesGCM(let key):
      writer.byte(3)
      writer.text(key.description)
    case .program(let arguments):
      writer.byte(4)
      writer.count(arguments.count)
      for argument in arguments { writer.text(argument) }
    }
  }

  init(from reader: inout PayloadReader) throws(Failure) {
    switch try reader.byte() {
    case 1: self = .gzip
    case 2: self = .base64
    case 3:
      guard let key = SecretReference(try reader.text()) else {
        throw .damaged("a reference is unknown")
      }
      self = .aesGCM(key: key)
    case 4: self = .program(try [String](from: &reader))
    default: throw .damaged("a transform is unknown")
    }
  }
}

extension String {
  /// The sentence with a lowercase first letter and without its period, for use within another
  /// sentence.
  fileprivate var inSentence: String {
    let text = ends(with: ".") ? droppingLast(bytes: 1) : self[...]
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
