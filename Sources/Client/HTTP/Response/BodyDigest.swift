import CCrypto

/// The SHA-256 of a body, computed while the body arrives.
final class BodyDigest {
  private let sha256: OpaquePointer

  /// Returns nil if there is not enough memory.
  init?() {
    guard let sha256 = ccrypto_sha256_new() else { return nil }
    self.sha256 = sha256
  }

  deinit { ccrypto_sha256_free(sha256) }

  /// Adds the next bytes. Returns false if that fails.
  func take(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    ccrypto_sha256_update(sha256, bytes.baseAddress, bytes.count) == 1
  }

  /// Returns the digest of all bytes. May be called once.
  func end() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Int(CCRYPTO_SHA256_BYTES)) { room, count in
      count = 0
      if let start = room.baseAddress, ccrypto_sha256_final(sha256, start) == 1 {
        count = Int(CCRYPTO_SHA256_BYTES)
      }
    }
  }
}
