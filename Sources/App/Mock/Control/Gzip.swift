/// The gzip format without compression, which every reader must accept.
///
/// - Source: RFC 1952, section 2.3; stored blocks: RFC 1951, section 3.2.4.
enum Gzip {
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(0xFFFF)
      rest = rest.dropFirst(block.count)
      let count = UInt16(block.count)
      result.append(rest.isEmpty ? 1 : 0)
      result += little(count) + little(~count) + block
    } while !rest.isEmpty
    return result + little(crc32(bytes)) + little(UInt32(truncatingIfNeeded: bytes.count))
  }

  private static func little(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  /// - Source: RFC 1952, section 8.
  private static func crc32(_ bytes: [UInt8]) -> UInt32 {
    var crc = ~UInt32(0)
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }
}
