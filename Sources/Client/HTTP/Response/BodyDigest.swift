import CCrypto

/// The SHA-256 of a body as it comes.
final class BodyDigest {
  private let sha256: OpaquePointer

  /// Nil when there is no memory for it.
  init?() {
    guard let sha256 = ccrypto_sha256_new() else { return nil }
    self.sha256 = sha256
  }

  deinit { ccrypto_sha256_free(sha256) }

  /// Takes the next bytes; false when that fails.
  func take(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    ccrypto_sha256_update(sha256, bytes.baseAddress, bytes.count) == 1
  }

  /// The digest of all; call it once.
  func end() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Int(CCRYPTO_SHA256_BYTES)) { room, count in
      count = 0
      if let start = room.baseAddress, ccrypto_sha256_final(sha256, start) == 1 {
        count = Int(CCRYPTO_SHA256_BYTES)
      }
    }
  }
}
