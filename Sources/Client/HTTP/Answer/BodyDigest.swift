import CCrypto
import ClientCore
import ClientModel
import Glibc

/// The SHA-256 of a body: of its bytes as they come, or, once it is large, of its file behind the writing.
///
/// A gigabyte takes two thirds of a second to digest. On the transport's thread that would come on top of
/// receiving and writing; another one reads it again from memory meanwhile.
///
/// Safe to send: until `follow` only the transport's thread uses it, from then on only the crew's one
/// thread, in the order of its work.
final class BodyDigest: @unchecked Sendable {
  private let sha256: OpaquePointer
  /// Bytes digested so far.
  private var count: Int64 = 0
  private var descriptor: Int32 = -1
  /// The system's error number once the file could not be read.
  private var error: Int32 = 0

  /// Nil when there is no memory for it.
  init?() {
    guard let sha256 = ccrypto_sha256_new() else { return nil }
    self.sha256 = sha256
  }

  deinit {
    ccrypto_sha256_free(sha256)
    if descriptor >= 0 { close(descriptor) }
  }

  /// Takes the next bytes; false when that fails.
  func take(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    count += Int64(bytes.count)
    return ccrypto_sha256_update(sha256, bytes.baseAddress, bytes.count) == 1
  }

  /// Reads what follows from the file from now on; false when the system has no descriptor to give.
  ///
  /// - Parameter file: Open for reading, and longer than what was taken whenever more is to be read.
  func follow(_ file: Int32) -> Bool {
    descriptor = fcntl(file, F_DUPFD_CLOEXEC, 0)
    return descriptor >= 0
  }

  /// Digests the file up to a place, on the calling thread.
  func read(to end: Int64) {
    let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 256 << 10)
    defer { room.deallocate() }
    while error == 0, count < end {
      let wanted = min(room.count, Int(end - count))
      let got = pread(descriptor, room.baseAddress, wanted, off_t(count))
      if got > 0 {
        if !take(UnsafeBufferPointer(rebasing: room[..<got])) { error = ENOMEM }
      } else if got == 0 {
        error = EIO
      } else if errno != EINTR {
        error = errno
      }
    }
  }

  /// The digest of all; call it once. Empty when the file could not be read, with the error's number.
  func end() -> (digest: [UInt8], error: Int32) {
    guard error == 0 else { return ([], error) }
    let digest = [UInt8](unsafeUninitializedCapacity: Int(CCRYPTO_SHA256_BYTES)) { room, count in
      count = 0
      if let start = room.baseAddress, ccrypto_sha256_final(sha256, start) == 1 {
        count = Int(CCRYPTO_SHA256_BYTES)
      }
    }
    return (digest, 0)
  }
}
