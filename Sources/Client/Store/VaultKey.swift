import CCrypto
import ClientModel

/// The keys for sealing and hashing, derived from one root key. Each sealed value contains the id
/// of the root key.
struct VaultKey: Sendable {
  static let idCount = 8

  /// The id of the root key. It reveals nothing about the key.
  let id: [UInt8]
  /// The key for AES-256-GCM. It is used for nothing else.
  let sealing: [UInt8]
  /// The key for HMAC. It is used for nothing else.
  private let hashing: [UInt8]

  /// Derives the keys.
  ///
  /// - Parameter root: 32 random bytes.
  init(_ root: [UInt8]) throws(Failure) {
    id = try Self.derive(from: root, for: "weir key id", count: Self.idCount)
    sealing = try Self.derive(from: root, for: "weir sealing", count: Int(CCRYPTO_KEY_BYTES))
    hashing = try Self.derive(from: root, for: "weir hashing", count: Int(CCRYPTO_KEY_BYTES))
  }

  /// Returns a hash of 32 bytes that cannot be computed or verified without the key.
  ///
  /// - Parameter purpose: A name for the use of the hash. Hashes for different purposes are
  ///   unrelated.
  func hash(_ bytes: [UInt8], for purpose: String) throws(Failure) -> [UInt8] {
    // A purpose contains no zero byte, so different pairs of purpose and bytes give different
    // texts.
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
      .storage, what: "The key of the store cannot be used.", why: "libcrypto failed.",
      whatToDo: "Run `weir doctor` to see which libraries are installed.")
  }

  var name: String { Self.name(of: id) }

  /// Returns an id as 16 hexadecimal digits.
  static func name(of id: [UInt8]) -> String { id.hexadecimal }
}

/// The location of a sealed value: its row, and its number within the row.
struct SealedValueLocation: Hashable {
  var row: RowIdentity
  var field: Int

  /// Returns the data that the seal authenticates together with a value. Every part except the last
  /// has a fixed width.
  func label(format: UInt8, key: [UInt8]) -> [UInt8] {
    var label = Array("weir sealed value ".utf8) + [format] + key
    withUnsafeBytes(of: row.kind.rawValue.littleEndian) { label.append(contentsOf: $0) }
    withUnsafeBytes(of: row.key.littleEndian) { label.append(contentsOf: $0) }
    withUnsafeBytes(of: UInt32(clamping: field).littleEndian) { label.append(contentsOf: $0) }
    return label + row.name.utf8
  }
}
