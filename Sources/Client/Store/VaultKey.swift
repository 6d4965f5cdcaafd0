import CCrypto
import ClientModel

/// A root key. The keys that seal and hash are derived from it, and each sealed value names it by its id.
struct VaultKey: Sendable {
  static let idCount = 8

  /// Distinguishes keys, reveals nothing.
  let id: [UInt8]
  /// For AES-256-GCM, and for nothing else.
  let sealing: [UInt8]
  /// For HMAC, and for nothing else.
  private let hashing: [UInt8]

  /// - Parameter root: 32 random bytes.
  init(_ root: [UInt8]) throws(Failure) {
    id = try Self.derive(from: root, for: "weir key id", count: Self.idCount)
    sealing = try Self.derive(from: root, for: "weir sealing", count: Int(CCRYPTO_KEY_BYTES))
    hashing = try Self.derive(from: root, for: "weir hashing", count: Int(CCRYPTO_KEY_BYTES))
  }

  /// A hash that nobody can make or test without the key. 32 bytes.
  ///
  /// - Parameter purpose: Hashes made for one purpose say nothing about those of another.
  func hash(_ bytes: [UInt8], for purpose: String) throws(Failure) -> [UInt8] {
    // No purpose holds a zero byte, so no two pairs make one text.
    let text = Array(purpose.utf8) + [0] + bytes
    var hash = [UInt8](repeating: 0, count: Int(CCRYPTO_SHA256_BYTES))
    guard ccrypto_hmac_sha256(hashing, hashing.count, text, text.count, &hash) == 1 else {
      throw Self.unusable
    }
    return hash
  }

  private static func derive(
    from root: [UInt8], for purpose: String, count: Int
  ) throws(Failure) -> [UInt8] {
    let label = Array(purpose.utf8)
    var key = [UInt8](repeating: 0, count: count)
    guard ccrypto_derive_key(root, root.count, label, label.count, &key, count) == 1 else {
      throw unusable
    }
    return key
  }

  private static var unusable: Failure {
    Failure(
      .storage, what: "The key of the store cannot be used.", why: "libcrypto refused to work.",
      whatToDo: "Run `weir doctor` to see which libraries are installed.")
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
