import CCrypto
import ClientModel
import Glibc

/// A body on its way to the disk: buffered, digested as it grows, never over another file.
///
/// Used by one thread; the descriptor closes when the last reference goes.
final class BodyFile {
  private static let bufferSize = 128 << 10
  /// Disk space that stays free, whatever a server sends (design.md, section 4).
  private static let keptFree: UInt64 = 512 << 20
  /// How many bytes may be written before the free space is looked at again.
  private static let checkEvery = 16 << 20

  let path: String
  let descriptor: Int32
  private var buffer: [UInt8] = []
  private let sha256: OpaquePointer
  private var untilCheck = 0

  /// Makes the file, mode 0600. Throws when one is there already or the disk refuses.
  init(creating path: String) throws(Failure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .bodyNotStored(path: path, error: errno) }
    guard let sha256 = ccrypto_sha256_new() else {
      close(descriptor)
      throw .bodyNotStored(path: path, error: ENOMEM)
    }
    self.path = path
    self.descriptor = descriptor
    self.sha256 = sha256
    buffer.reserveCapacity(Self.bufferSize)
  }

  deinit {
    ccrypto_sha256_free(sha256)
    close(descriptor)
  }

  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  func write(_ bytes: [UInt8]) throws(Failure) {
    var failure: Failure?
    bytes.withUnsafeBufferPointer { bytes in
      do throws(Failure) { try write(bytes) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) {
    guard ccrypto_sha256_update(sha256, bytes.baseAddress, bytes.count) == 1 else {
      throw .bodyNotStored(path: path, error: ENOMEM)
    }
    if buffer.count + bytes.count > Self.bufferSize { try flush() }
    if bytes.count >= Self.bufferSize {
      try writeOut(bytes)
    } else {
      buffer.append(contentsOf: bytes)
    }
  }

  /// Hands what is buffered to the system, so that readers see it.
  func flush() throws(Failure) {
    guard !buffer.isEmpty else { return }
    var failure: Failure?
    buffer.withUnsafeBufferPointer { bytes in
      do throws(Failure) { try writeOut(bytes) } catch { failure = error }
    }
    buffer.removeAll(keepingCapacity: true)
    if let failure { throw failure }
  }

  /// The SHA-256 of everything written; call it once, at the end.
  func digest() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Int(CCRYPTO_SHA256_BYTES)) { room, count in
      count = 0
      if let start = room.baseAddress, ccrypto_sha256_final(sha256, start) == 1 {
        count = Int(CCRYPTO_SHA256_BYTES)
      }
    }
  }

  /// Takes the file away again.
  func remove() { unlink(path) }

  /// Waits until bytes and name are on the disk. From any thread; zero, or the system's error number.
  static func sync(descriptor: Int32, path: String) -> Int32 {
    if fdatasync(descriptor) != 0 { return errno }
    // A new file survives a power cut only when its folder's entry is on the disk too.
    let end = path.lastIndex(of: "/") ?? path.startIndex
    let folder = end == path.startIndex ? "." : String(path[..<end])
    let opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0 else { return errno }
    defer { close(opened) }
    return fsync(opened) == 0 ? 0 : errno
  }

  private func writeOut(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) {
    try checkFreeSpace(for: bytes.count)
    var done = 0
    while done < bytes.count {
      let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      if count < 0 {
        if errno == EINTR { continue }
        throw .bodyNotStored(path: path, error: errno)
      }
      done += count
    }
  }

  private func checkFreeSpace(for count: Int) throws(Failure) {
    untilCheck -= count
    guard untilCheck <= 0 else { return }
    untilCheck = Self.checkEvery
    var space = statvfs()
    guard fstatvfs(descriptor, &space) == 0 else { return }
    let free = UInt64(space.f_bavail) * UInt64(space.f_frsize)
    if free < Self.keptFree + UInt64(Self.checkEvery) {
      throw .diskAlmostFull(path: path, free: ByteCount(Int64(clamping: free)))
    }
  }
}
