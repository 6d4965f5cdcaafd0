import ClientModel

/// The secrets that a job has sent. They are found and masked in URLs that servers return.
///
/// A server may repeat a secret in `Location`. The redirect uses the URL unchanged. However, URLs
/// of attempts and of header fields are shown and stored unencrypted, so secrets in them are
/// masked.
struct EchoedSecrets: Sendable {
  /// The minimum length of a secret in bytes. Shorter secrets would match too often.
  private static let shortest = 4
  private static let shortestPiece = 8

  private var values: Set<[UInt8]>

  init() { values = [] }

  private init(values: Set<[UInt8]>) { self.values = values }

  var isEmpty: Bool { values.isEmpty }

  mutating func add(_ request: PreparedRequest, _ found: [SecretReference: Secret]) {
    for header in request.headers where header.isCredential {
      if let plain = header.value.plain { add(plain) }
    }
    for secret in request.urlSecrets.secrets(in: request.url) { add(secret) }
    for text in request.sensitiveTexts {
      for part in text.parts {
        switch part {
        case .plain: continue
        case .literal(let secret, _): add(secret.reveal())
        case .reference(let reference, _): if let secret = found[reference] { add(secret.reveal()) }
        }
      }
    }
  }

  /// Adds a value and its long parts. For example, `Bearer …` and `session=…; other=…` contain such
  /// parts.
  mutating func add(_ value: String) {
    // The decoded value is added too, so that it is found in any encoding.
    if value.utf8.contains(UInt8(ascii: "%")), let decoded = PercentEncoding.decode(value),
      decoded != value
    {
      add(decoded)
    }
    if value.utf8.count >= Self.shortest { values.insert(Array(value.utf8)) }
    for piece in value.utf8.split(whereSeparator: { " ;,=".utf8.contains($0) })
    where piece.count >= Self.shortestPiece { values.insert(Array(piece)) }
  }

  /// Returns the secrets that a URL contains.
  func echoes(in address: String) -> [Secret] {
    guard areIn(address) else { return [] }
    return values.sorted { $0.lexicographicallyPrecedes($1) }.compactMap { value in
      let alone = EchoedSecrets(values: [value])
      return alone.areIn(address) ? Secret(String(decoding: value, as: UTF8.self)) : nil
    }
  }

  /// Returns whether a URL contains any of the secrets, in any encoding that URLs allow.
  func areIn(_ address: String) -> Bool { !places(in: address).isEmpty }

  /// Returns a URL with these secrets masked.
  func masked(_ address: String) -> String { places(in: address).masked(address) }

  /// Returns whether a head has a field that may contain URLs. Most heads do not and are skipped.
  static func mayBeIn(_ head: ResponseHead) -> Bool {
    head.fields.contains { ResponseField.holdsAddresses($0.name) }
  }

  /// Returns a head with these secrets masked in its URLs.
  func masked(_ head: ResponseHead) -> ResponseHead {
    var head = head
    for index in head.fields.indices
    where ResponseField.holdsAddresses(head.fields[index].name) {
      head.fields[index].value = masked(head.fields[index].value)
    }
    return head
  }

  /// Returns the positions of secrets in a URL, in any encoding that URLs allow.
  func places(in address: String) -> SecretRanges {
    guard !values.isEmpty else { return .none }
    let letters = Self.letters(of: Array(address.utf8))
    var places: [Range<Int>] = []
    for value in values where value.count <= letters.count {
      for start in 0...(letters.count - value.count)
      where value.indices.allSatisfy({ letters[start + $0].means(value[$0]) }) {
        places.append(letters[start].start..<letters[start + value.count - 1].end)
      }
    }
    return SecretRanges(places)
  }

  /// A byte of a decoded URL and its position in the encoded URL.
  private struct Letter {
    var byte: UInt8
    var start: Int
    var end: Int

    /// Returns whether the byte may represent another byte. A plus may be a space, because it
    /// encodes a space in form fields.
    func means(_ other: UInt8) -> Bool { byte == other || (byte == 0x2B && other == 0x20) }
  }

  private static func letters(of bytes: [UInt8]) -> [Letter] {
    var letters: [Letter] = []
    letters.reserveCapacity(bytes.count)
    var place = 0
    while place < bytes.count {
      let code = PercentEncoding.escaped(at: place, in: bytes)
      let end = place + (code == nil ? 1 : 3)
      letters.append(Letter(byte: code ?? bytes[place], start: place, end: end))
      place = end
    }
    return letters
  }
}

extension PreparedRequest {
  /// The texts of the request that may contain secrets.
  var sensitiveTexts: [SensitiveText] {
    var texts = secretQuery.map(\.value) + headers.map(\.value)
    // A user name is not a secret and is often part of a URL.
    texts += credentials?.fields.filter { $0.0.secrecy == .secret }.map(\.1) ?? []
    switch body {
    case .text(let text): texts.append(text)
    case .multipart(_, let parts):
      for part in parts { if case .text(let text) = part.content { texts.append(text) } }
    case .none, .bytes, .file: break
    }
    return texts
  }
}
