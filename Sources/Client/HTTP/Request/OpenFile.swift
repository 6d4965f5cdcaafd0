import CCrypto
import ClientCore
import ClientModel
import Glibc

/// A file that is being sent, with its digest. Reading fails if the file has changed since the
/// request was prepared.
final class OpenFile {
  private let reference: FileReference
  private let descriptor: Int32
  /// The digest state, or nil before the first byte. If memory is exhausted, the file is sent
  /// without a digest.
  private var sha256: OpaquePointer?
  /// The number of bytes that the digest covers, from the start of the file.
  private var digested: Int64 = 0
  var length: Int64 { reference.size.bytes }

  /// Opens the file and compares it with the reference. Throws `fileUnreadable` or `fileChanged`.
  init(_ reference: FileReference) throws(Failure) {
    // Without O_NONBLOCK, opening a named pipe would block until a process writes to it.
    let descriptor = open(reference.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .fileUnreadable(reference.path, error: errno) }
    self.reference = reference
    self.descriptor = descriptor
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .fileUnreadable(reference.path, error: errno)
    }
    if status.st_mode & S_IFMT != S_IFREG { throw .fileNotPlain(reference.path) }
    if !reference.matches(status) { throw .fileChanged(reference.path) }
  }

  deinit {
    ccrypto_sha256_free(sha256)
    close(descriptor)
  }

  /// Returns the file with its digest, or nil if the file was not read completely. Must be called
  /// at most once, at the end.
  func sent() -> SentFile? {
    guard digested == length else { return nil }
    if sha256 == nil { sha256 = ccrypto_sha256_new() }
    guard let sha256 else { return nil }
    var digest = [UInt8](repeating: 0, count: Int(CCRYPTO_SHA256_BYTES))
    guard ccrypto_sha256_final(sha256, &digest) == 1 else { return nil }
    return SentFile(path: reference.path, sha256: digest)
  }

  /// Fills `room` completely, from an offset in the file.
  func read(into room: UnsafeMutableRawBufferPointer, at place: Int64) throws(Failure) {
    var filled = 0
    while filled < room.count {
      let count = pread(
        descriptor, room.baseAddress.map { $0 + filled }, room.count - filled,
        off_t(place) + off_t(filled))
      if count < 0 {
        if errno == EINTR { continue }
        throw .fileUnreadable(reference.path, error: errno)
      }
      if count == 0 { throw .fileChanged(reference.path) }
      filled += count
    }
    digest(UnsafeRawBufferPointer(room), at: place)
    // The last bytes are sent only if the file is unchanged.
    guard place + Int64(filled) == length else { return }
    var status = stat()
    guard fstat(descriptor, &status) == 0, reference.matches(status) else {
      throw .fileChanged(reference.path)
    }
  }

  /// Adds bytes to the digest. Restarts the digest if the body is read again from its start, for
  /// example after an authentication challenge.
  private func digest(_ bytes: UnsafeRawBufferPointer, at place: Int64) {
    if place == 0 {
      ccrypto_sha256_free(sha256)
      sha256 = ccrypto_sha256_new()
      digested = 0
    }
    guard let sha256, place == digested,
      ccrypto_sha256_update(sha256, bytes.baseAddress, bytes.count) == 1
    else { return }
    digested += Int64(bytes.count)
  }
}
