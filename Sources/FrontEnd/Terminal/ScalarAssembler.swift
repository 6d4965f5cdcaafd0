/// A decoder that combines the bytes of typed UTF-8 into scalars.
///
/// The wide-character input of ncurses stops permanently at a byte that is not UTF-8. This type
/// replaces such a byte with U+FFFD and continues.
package struct ScalarAssembler: Sendable {
  private var bytes: [UInt8] = []
  private var missing = 0

  package init() {}

  /// Whether a character is incomplete.
  package var isInsideCharacter: Bool { missing > 0 }

  /// Processes a byte. Returns the scalars that are now complete.
  package mutating func take(_ byte: UInt8) -> [Unicode.Scalar] {
    let isContinuation = byte & 0xC0 == 0x80
    guard missing > 0, isContinuation else { return settle() + begin(byte) }
    bytes.append(byte)
    missing -= 1
    return missing == 0 ? finish() : []
  }

  /// Handles a pause in the input. Returns U+FFFD for an incomplete character.
  package mutating func settle() -> [Unicode.Scalar] {
    missing = 0
    return bytes.isEmpty ? [] : finish()
  }

  private mutating func begin(_ byte: UInt8) -> [Unicode.Scalar] {
    switch byte {
    case 0..<0x80: return [Unicode.Scalar(byte)]
    case 0xC2..<0xE0: missing = 1
    case 0xE0..<0xF0: missing = 2
    case 0xF0..<0xF5: missing = 3
    default: return ["\u{FFFD}"]
    }
    bytes = [byte]
    return []
  }

  private mutating func finish() -> [Unicode.Scalar] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
  }
}
