/// A checksum that detects any single changed byte. It does not detect manipulation, because only
/// the owner can write the files.
enum CompiledChecksum {
  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var sum: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(bytes.count)
    let words = bytes.count / 8
    for index in 0..<words {
      sum =
        (sum ^ bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
        &* 0xFF51_AFD7_ED55_8CCD
      sum ^= sum >> 32
    }
    for index in (words * 8)..<bytes.count {
      sum = (sum ^ UInt64(bytes[index])) &* 0xC4CE_B9FE_1A85_EC53
    }
    return sum
  }
}
