import ClientModel

/// The placeholder characters for secrets in text that is being parsed. Each secret has its own
/// character.
struct SecretSlots {
  private var parts: [SensitiveText.Part] = []

  private static let first: UInt32 = 0xF0000
  /// A range of the private-use plane 15. Typed URLs with these characters were already rejected.
  private static let range: ClosedRange<UInt32> = 0xF0000...0xFFFFD

  static func isSlot(_ scalar: Unicode.Scalar) -> Bool { range.contains(scalar.value) }

  /// Replaces each secret with one placeholder character.
  mutating func substitute(_ text: SensitiveText) -> String {
    // ASCII text contains no private-use character.
    if let plain = text.plain, plain.utf8.allSatisfy({ $0 < 0x80 }) { return plain }
    var result = ""
    for part in text.parts {
      if case .plain(let piece) = part {
        result.unicodeScalars.append(contentsOf: piece.unicodeScalars.filter { !Self.isSlot($0) })
      } else if let scalar = Unicode.Scalar(Self.first + UInt32(parts.count)) {
        result.unicodeScalars.append(scalar)
        parts.append(part)
      }
    }
    return result
  }

  func holdsSecret(_ text: some StringProtocol) -> Bool {
    text.unicodeScalars.contains(where: Self.isSlot)
  }

  /// Restores the secrets in a text. Each secret is marked with this encoding, which is applied
  /// later.
  func restore(_ text: some StringProtocol, _ encoding: SensitiveText.Encoding) -> SensitiveText {
    var result: [SensitiveText.Part] = []
    var plain = ""
    for scalar in text.unicodeScalars {
      guard Self.isSlot(scalar), Int(scalar.value - Self.first) < parts.count else {
        plain.unicodeScalars.append(scalar)
        continue
      }
      if !plain.isEmpty { result.append(.plain(plain)) }
      plain = ""
      result.append(parts[Int(scalar.value - Self.first)].encoded(encoding))
    }
    if !plain.isEmpty { result.append(.plain(plain)) }
    return SensitiveText(result)
  }
}

extension SensitiveText.Part {
  func encoded(_ encoding: SensitiveText.Encoding) -> SensitiveText.Part {
    switch self {
    case .plain: self
    case .literal(let secret, _): .literal(secret, encoding)
    case .reference(let reference, _): .reference(reference, encoding)
    }
  }
}

extension SensitiveText {
  /// Returns the text with its plain parts changed and its secrets marked for an encoding.
  func mapPlain(_ encoding: Encoding, _ change: (String) -> String) -> SensitiveText {
    SensitiveText(
      parts.map { part in
        if case .plain(let text) = part { .plain(change(text)) } else { part.encoded(encoding) }
      })
  }
}
