import CCurl
import ClientCore
import ClientModel
import Glibc

/// A body on its way to the disk: buffered, digested as it grows, never over another file.
///
/// Used by one thread; the descriptor closes when the last reference goes.
final class BodyFile {
  private static let bufferSize = 128 << 10
  /// Disk space that stays free, whatever a server sends (design.md, section 4).
  private static let reservedSpace: UInt64 = 512 << 20
  /// How many bytes may be written before the free space is looked at again.
  private static let checkEvery: Int64 = 16 << 20

  let path: String
  let descriptor: Int32
  private var buffer: [UInt8] = []
  /// Nil once the body is large: see `StoredBody`.
  private var digest: BodyDigest?
  /// The bytes written so far, and those written at the last check of the free space.
  private var written: Int64 = 0
  private var checked: Int64?
  /// Whether disk blocks beyond the end of the file are preallocated.
  private var isAhead = false

  /// Makes the file, mode 0600. Throws when one is there already or the disk refuses.
  init(creating path: String) throws(Failure) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .bodyNotStored(path: path, error: errno) }
    guard let digest = BodyDigest() else {
      close(descriptor)
      throw .bodyNotStored(path: path, error: ENOMEM)
    }
    self.path = path
    self.descriptor = descriptor
    self.digest = digest
    buffer.reserveCapacity(Self.bufferSize)
  }

  deinit { close(descriptor) }

  var name: String { path.words(at: "/").last.map(String.init) ?? path }

  func write(_ bytes: [UInt8]) throws(Failure) {
    var failure: Failure?
    bytes.withUnsafeBufferPointer { bytes in
      do throws(Failure) { try write(bytes) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) {
    if let digest, !digest.take(bytes) { throw .bodyNotStored(path: path, error: ENOMEM) }
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

  /// Releases preallocated blocks that were not used; call it when all is written.
  func trim() {
    if isAhead { ftruncate(descriptor, off_t(written)) }
    isAhead = false
  }

  /// The SHA-256 of everything written, or nothing of a large body; call it once, at the end.
  func endDigest() -> [UInt8] { digest?.end() ?? [] }

  /// Takes the file away again.
  func remove() { unlink(path) }

  /// Waits until bytes and name are on the disk. From any thread; zero, or the system's error number.
  static func sync(descriptor: Int32, path: String) -> Int32 {
    if fdatasync(descriptor) != 0 { return errno }
    // A new file survives a power cut only when its folder's entry is on the disk too.
    let end = path.lastIndex(ofByte: "/") ?? path.startIndex
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
    written += Int64(done)
  }

  private func checkFreeSpace(for count: Int) throws(Failure) {
    if let checked, written + Int64(count) < checked + Self.checkEvery { return }
    let before = checked
    checked = written
    var space = statvfs()
    guard fstatvfs(descriptor, &space) == 0 else { return }
    let free = UInt64(space.f_bavail) * UInt64(space.f_frsize)
    if free < Self.reservedSpace + UInt64(Self.checkEvery) {
      throw .diskAlmostFull(path: path, free: ByteCount(Int64(clamping: free)))
    }
    if let before { prepareDisk(from: before) }
  }

  /// For a large body, preallocates the next blocks, which halves the cost of writing them, and starts the
  /// write-back of the previous ones, so that the final sync is short. If the system supports neither,
  /// nothing is lost.
  private func prepareDisk(from start: Int64) {
    ccurl_file_ahead(descriptor, written, Self.checkEvery * 2)
    ccurl_file_begin_writing(descriptor, start, written - start)
    isAhead = true
    digest = nil
  }
}
