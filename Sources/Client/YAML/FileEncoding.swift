/// The encoding of a file that the user edits, detected from the first bytes. A byte order mark is
/// part of the text.
///
/// - Source: YAML 1.2.2, section 5.2.
package enum FileEncoding: Hashable, Sendable {
  case utf8
  case utf16(ByteOrder)
  case utf32(ByteOrder)

  package enum ByteOrder: Hashable, Sendable { case big, little }

  package init(of bytes: some Collection<UInt8>) {
    let start = Array(bytes.prefix(4))
    self =
      switch (start.count, start.first, start.dropFirst().first) {
      case (4, 0, 0) where start[2] == 0xFE && start[3] == 0xFF || start[2] == 0 && start[3] != 0:
        .utf32(.big)
      case (4, 0xFF, 0xFE) where start[2] == 0 && start[3] == 0: .utf32(.little)
      case (4, .some(1...), 0) where start[2] == 0 && start[3] == 0: .utf32(.little)
      case (2..., 0xFE, 0xFF), (2..., 0, .some(1...)): .utf16(.big)
      case (2..., 0xFF, 0xFE), (2..., .some(1...), 0): .utf16(.little)
      default: .utf8
      }
  }

  /// Decodes the bytes. Returns nil if they are not in this encoding.
  package func text(_ bytes: [UInt8]) -> String? {
    switch self {
    case .utf8: String(validating: bytes, as: UTF8.self)
    case .utf16(let order):
      units(bytes, order).flatMap { String(validating: $0 as [UInt16], as: UTF16.self) }
    case .utf32(let order):
      units(bytes, order).flatMap { String(validating: $0 as [UInt32], as: UTF32.self) }
    }
  }

  package func bytes(_ text: String) -> [UInt8] {
    switch self {
    case .utf8: Array(text.utf8)
    case .utf16(let order): text.utf16.flatMap { Self.bytes($0, order) }
    case .utf32(let order): text.unicodeScalars.flatMap { Self.bytes($0.value, order) }
    }
  }

  /// Detects the encoding of the bytes and converts them to UTF-8. Returns invalid bytes unchanged.
  package static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    let encoding = FileEncoding(of: bytes)
    return encoding == .utf8 ? bytes : encoding.text(bytes).map { Array($0.utf8) } ?? bytes
  }

  private func units<Unit: FixedWidthInteger>(_ bytes: [UInt8], _ order: ByteOrder) -> [Unit]? {
    let size = Unit.bitWidth / 8
    guard bytes.count % size == 0 else { return nil }
    return stride(from: 0, to: bytes.count, by: size).map { start in
      let unit = bytes[start..<start + size].reduce(Unit.zero) { $0 << 8 | Unit($1) }
      return order == .big ? unit : unit.byteSwapped
    }
  }

  private static func bytes(_ unit: some FixedWidthInteger, _ order: ByteOrder) -> [UInt8] {
    withUnsafeBytes(of: order == .big ? unit.bigEndian : unit.littleEndian) { Array($0) }
  }
}
