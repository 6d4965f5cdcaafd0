import CCrypto
import ClientModel

/// Bytes of a row with a checksum behind them that also covers the row's key, so that rows that
/// were swapped are found as well as bits that flipped (SQLite's pages carry no checksum: F8).
enum Record {
  /// What each kind of row mixes into its checksum, beside its key.
  enum Kind: UInt32 {
    case request = 1
    case facts = 2
    case result = 3
    case job = 4
    case cookies = 5
  }

  static func close(_ writer: ByteWriter, _ kind: Kind, key: Int64) -> [UInt8] {
    var bytes = writer.bytes
    let sum = checksum(of: bytes[...], kind, key: key)
    withUnsafeBytes(of: sum.littleEndian) { bytes.append(contentsOf: $0) }
    return bytes
  }

  static func open(
    _ bytes: [UInt8], _ kind: Kind, key: Int64, vault: Vault
  ) throws(Failure) -> ByteReader {
    guard bytes.count >= 4 else { throw .damaged("it ends too early") }
    let end = bytes.count - 4
    var stored: UInt32 = 0
    for (place, byte) in bytes[end...].enumerated() { stored |= UInt32(byte) << (8 * place) }
    guard stored == checksum(of: bytes[..<end], kind, key: key) else {
      throw .damaged("it does not match its checksum")
    }
    return ByteReader(bytes, end: end, vault: vault)
  }

  static func checksum(of bytes: ArraySlice<UInt8>, _ kind: Kind, key: Int64) -> UInt32 {
    let seed = withUnsafeBytes(of: key.littleEndian) {
      ccrypto_crc32c(kind.rawValue, $0.baseAddress, $0.count)
    }
    return bytes.withUnsafeBytes { ccrypto_crc32c(seed, $0.baseAddress, $0.count) }
  }
}
