import CCrypto
import ClientModel

/// The encoding and decoding of a shared value by its transforms.
struct ValueCoding {
  let key: SharedKey
  let version: Int64
  /// The facts about the value in plain text. Each sealing transform authenticates them.
  let header: [UInt8]
  let rule: SharedRule
  let keys: TransformKeys

  private static let format: UInt8 = 1
  private static let nonceCount = Int(CCRYPTO_NONCE_BYTES)
  private static let tagCount = Int(CCRYPTO_TAG_BYTES)
  /// The maximum size after any transform. Eight base64 transforms multiply the size by ten.
  private static let most = 16 << 20

  func encode(_ plain: [UInt8]) throws(Failure) -> [UInt8] {
    var bytes = plain
    for (step, transform) in rule.transforms.enumerated() {
      switch transform {
      case .gzip: bytes = try pack(bytes)
      case .base64: bytes = Base64.encode(bytes)
      case .aesGCM(let reference): bytes = try seal(bytes, step, under: try key(reference))
      case .program: continue  // The client runs it: a transaction does not wait for a program.
      }
    }
    return bytes
  }

  func decode(_ stored: [UInt8]) throws(Failure) -> [UInt8] {
    var bytes = stored
    for (step, transform) in rule.transforms.enumerated().reversed() {
      switch transform {
      case .gzip: bytes = try unpack(bytes)
      case .base64:
        guard let plain = Base64.decode(bytes) else {
          throw .tampered(key, "it is not valid base64")
        }
        bytes = plain
      case .aesGCM(let reference): bytes = try open(bytes, step, under: try key(reference))
      case .program: continue
      }
    }
    return bytes
  }

  private func key(_ reference: SecretReference) throws(Failure) -> VaultKey {
    guard let found = keys[reference] else {
      preconditionFailure("A rule's key was not looked up before its values were coded.")
    }
    return found
  }

  private func pack(_ plain: [UInt8]) throws(Failure) -> [UInt8] {
    var packed = [UInt8](repeating: 0, count: ccrypto_gzip_most(plain.count))
    let count = ccrypto_gzip(plain, plain.count, &packed)
    guard count > 0 else { throw refused("zlib could not compress it.") }
    return Array(packed.prefix(count))
  }

  /// Decompresses a value. The last four bytes of the gzip data contain the decompressed size.
  /// Source: RFC 1952, section 2.3.1.
  private func unpack(_ packed: [UInt8]) throws(Failure) -> [UInt8] {
    let size = packed.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    guard packed.count > 18, size <= Self.most else {
      throw .tampered(key, "it is not valid gzip data")
    }
    var plain = [UInt8](repeating: 0, count: size)
    guard ccrypto_gunzip(packed, packed.count, &plain, size) == 1 else {
      throw .tampered(key, "it is not valid gzip data")
    }
    return plain
  }

  private func seal(
    _ plain: [UInt8], _ step: Int, under key: VaultKey
  ) throws(Failure) -> [UInt8] {
    let label = label(of: step, key)
    var nonce = [UInt8](repeating: 0, count: Self.nonceCount)
    var sealed = [UInt8](repeating: 0, count: plain.count + Self.tagCount)
    guard ccrypto_random(&nonce, nonce.count) == 1,
      ccrypto_seal(key.sealing, nonce, label, label.count, plain, plain.count, &sealed) == 1
    else { throw refused("The cipher failed.") }
    return [Self.format] + key.id + nonce + sealed
  }

  private func open(
    _ sealed: [UInt8], _ step: Int, under key: VaultKey
  ) throws(Failure) -> [UInt8] {
    let head = 1 + VaultKey.idCount + Self.nonceCount
    guard sealed.first == Self.format, sealed.count >= head + Self.tagCount else {
      throw .tampered(self.key, "it is cut off, or its format is unknown")
    }
    guard Array(sealed[1..<(1 + VaultKey.idCount)]) == key.id else {
      throw Failure(
        .secretMissing, what: "The shared value \(self.key) cannot be decrypted.",
        why: "Its reference resolves to a different key from the one that sealed it.",
        whatToDo: "Restore the key that sealed it, or set the value again.")
    }
    let label = label(of: step, key)
    let nonce = Array(sealed[(1 + VaultKey.idCount)..<head])
    let body = Array(sealed[head...])
    var plain = [UInt8](repeating: 0, count: body.count - Self.tagCount)
    guard ccrypto_open(key.sealing, nonce, label, label.count, body, body.count, &plain) == 1 else {
      throw .tampered(
        self.key, "its bytes or its facts are not those that were sealed")
    }
    return plain
  }

  /// Returns the data that a sealing transform authenticates together with the value. It includes
  /// the value's key and version.
  private func label(of step: Int, _ key: VaultKey) -> [UInt8] {
    var label = Array("weir shared value ".utf8) + [Self.format] + key.id
    withUnsafeBytes(of: version.littleEndian) { label.append(contentsOf: $0) }
    label.append(UInt8(clamping: step))
    withUnsafeBytes(of: UInt32(self.key.name.utf8.count).littleEndian) {
      label.append(contentsOf: $0)
    }
    return label + self.key.name.utf8 + header
  }

  private func refused(_ why: String) -> Failure {
    Failure(
      .storage, what: "The shared value \(key) was not set.", why: why,
      whatToDo: "Run `weir doctor` to see which libraries are installed.")
  }
}

extension Failure {
  static func tampered(_ key: SharedKey, _ why: String) -> Failure {
    Failure(
      .storage, what: "The shared value \(key) was changed by something other than Weir.",
      why: "In the store, \(why).",
      whatToDo:
        "Do not trust it: set it again, or remove it, and check which programs write to the state folder."
    )
  }
}
