import ClientDocuments
package import ClientModel

extension CredentialNames {
  /// Seals the values of JSON members and form fields with listed names.
  ///
  /// - Parameter mediaType: The media type of the body, or nil if it is unknown.
  package func sealing(_ body: PreparedBody, mediaType: String?) -> PreparedBody {
    switch body {
    case .none, .file: return body
    case .text(let text): return .text(sealing(text, BodyLayout(mediaType)))
    case .bytes(let bytes):
      guard let text = String(validating: bytes, as: UTF8.self) else { return body }
      let sealed = sealing(SensitiveText(text), BodyLayout(mediaType))
      return sealed.isSecret ? .text(sealed) : body
    case .multipart(let boundary, let parts):
      return .multipart(boundary: boundary, parts: parts.map(sealing))
    }
  }

  /// Returns whether the body has a value with a listed name. A login response is an example.
  package func isSecret(_ body: [UInt8], mediaType: String?) -> Bool {
    body.withUnsafeBufferPointer { bytes in
      switch BodyLayout(mediaType) {
      case .json: !members(in: bytes).isEmpty
      case .fields: !fields(in: bytes).isEmpty
      case .other: Self.mayBeJSON(bytes) && !members(in: bytes).isEmpty
      }
    }
  }

  /// Returns whether a body of unknown or custom media type may be JSON.
  private static func mayBeJSON(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.first { $0 > 0x20 }.map { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") } ?? false
  }

  private func sealing(_ part: MultipartPart) -> MultipartPart {
    guard case .text(let text) = part.content else { return part }
    var sealed = part
    sealed.content = .text(
      contains(part.name, in: .field)
        ? text.sealingPlain() : sealing(text, BodyLayout(part.mediaType)))
    return sealed
  }

  private func sealing(_ text: SensitiveText, _ form: BodyLayout) -> SensitiveText {
    // One digit represents each sealed secret in the scanned text.
    let probe = text.parts.map { if case .plain(let piece) = $0 { piece } else { "0" } }.joined()
    let places = places(in: probe, form)
    guard !places.isEmpty else { return text }
    var parts: [SensitiveText.Part] = []
    var start = 0
    for part in text.parts {
      guard case .plain(let piece) = part else {
        parts.append(part)
        start += 1
        continue
      }
      parts += places.within(start..<start + piece.utf8.count).sealed(piece).parts
      start += piece.utf8.count
    }
    return SensitiveText(parts)
  }

  /// Returns the ranges of values with listed names in a body's text.
  package func places(in text: String, _ form: BodyLayout) -> SecretRanges {
    var text = text
    return text.withUTF8 { bytes in
      switch form {
      case .json: SecretRanges(members(in: bytes))
      case .fields: SecretRanges(fields(in: bytes))
      case .other: Self.mayBeJSON(bytes) ? SecretRanges(members(in: bytes)) : .none
      }
    }
  }

  private func fields(in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "&")) ?? bytes.count
      if let mark = bytes[start..<end].firstIndex(of: UInt8(ascii: "=")), mark + 1 < end,
        contains(encoded: bytes[start..<mark])
      {
        found.append(mark + 1..<end)
      }
      start = end + 1
    }
    return found
  }

  /// Returns the ranges of strings and numbers with a listed name, at any depth. The quotes of a
  /// string are excluded.
  private func members(in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var place = 0
    while let string = JSONNameScanner.nextString(in: bytes, from: place) {
      place = string.upperBound + 1
      guard let value = JSONNameScanner.value(behind: place, in: bytes) else { continue }
      guard contains(member: bytes[string]) else { continue }
      if !value.isEmpty { found.append(value) }
      place =
        bytes[value.lowerBound - 1] == UInt8(ascii: "\"")
        ? value.upperBound + 1 : value.upperBound
    }
    return found
  }

  private func contains(member name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard name.contains(UInt8(ascii: "\\")) else { return contains(name, in: .member) }
    return contains(JSONText.string(Array(name)), in: .member)
  }
}

/// The layout of a body's text.
package enum BodyLayout: Hashable, Sendable {
  case json, fields, other

  package init(_ mediaType: String?) {
    let type = mediaType?.lowercased() ?? ""
    self =
      type.contains(bytes: "json")
      ? .json : type.begins(with: "application/x-www-form-urlencoded") ? .fields : .other
  }
}

/// A minimal JSON scanner for names and values. The text need not be valid JSON.
private enum JSONNameScanner {
  /// Returns the range of the next string. Returns nil if there is none.
  static func nextString(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Range<Int>? {
    guard start < bytes.count,
      let open = bytes[start...].firstIndex(of: UInt8(ascii: "\""))
    else { return nil }
    return end(of: open + 1, in: bytes).map { open + 1..<$0 }
  }

  /// Returns the index of the closing quote. Returns nil if there is none.
  private static func end(of start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var place = start
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""): return place
      case UInt8(ascii: "\\"): place += 2
      default: place += 1
      }
    }
    return nil
  }

  /// Returns the string or number after a name and a colon. Returns nil if another value or nothing
  /// follows.
  static func value(
    behind name: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Range<Int>? {
    guard let colon = skipBlanks(name, bytes), bytes[colon] == UInt8(ascii: ":"),
      let start = skipBlanks(colon + 1, bytes)
    else { return nil }
    if bytes[start] == UInt8(ascii: "\"") {
      return end(of: start + 1, in: bytes).map { start + 1..<$0 }
    }
    let number = bytes[start...].prefix {
      (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0)
    }
    return number.isEmpty ? nil : start..<number.endIndex
  }

  private static func skipBlanks(_ start: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard start < bytes.count else { return nil }
    return bytes[start...].firstIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
  }
}
