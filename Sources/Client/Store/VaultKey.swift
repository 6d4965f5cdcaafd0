import CCrypto
import ClientModel

/// A key of the vault, and the name that the values sealed under it bear.
struct VaultKey: Sendable {
  static let idCount = 8

  let bytes: [UInt8]
  /// The beginning of a digest of the key: it tells keys apart and nothing about them.
  let id: [UInt8]

  init(_ bytes: [UInt8]) throws(Failure) {
    let marked = Array("weir key id".utf8) + bytes
    var digest = [UInt8](repeating: 0, count: Int(CCRYPTO_SHA256_BYTES))
    guard ccrypto_sha256(marked, marked.count, &digest) == 1 else {
      throw Failure(
        .storage, what: "The key of the store cannot be used.", why: "The digest refused to work.",
        whatToDo: "Run `weir doctor` to see which libraries are installed.")
    }
    self.bytes = bytes
    id = Array(digest.prefix(Self.idCount))
  }

  var name: String { Self.name(of: id) }

  /// An id as people see it: 16 hexadecimal digits.
  static func name(of id: [UInt8]) -> String {
    id.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}

/// Where a sealed value stands: its table, its row, and its number within the row.
struct SealedPlace: Hashable {
  var row: RowPlace
  var field: Int

  /// What is authenticated together with a value. Every part has a fixed width but the last.
  func label(format: UInt8, key: [UInt8]) -> [UInt8] {
    var label = Array("weir sealed value ".utf8) + [format] + key
    withUnsafeBytes(of: row.kind.rawValue.littleEndian) { label.append(contentsOf: $0) }
    withUnsafeBytes(of: row.key.littleEndian) { label.append(contentsOf: $0) }
    withUnsafeBytes(of: UInt32(clamping: field).littleEndian) { label.append(contentsOf: $0) }
    return label + row.name.utf8
  }
}
