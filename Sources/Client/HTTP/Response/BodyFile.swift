import CCrypto
import CCurl
import ClientCore
import ClientModel
import Glibc

/// A body file that is being written, with a buffer. It never replaces an existing file.
///
/// Only one thread may use it.
final class BodyFile {
  private static let bufferSize = 128 << 10
  /// The disk space that must remain free, in bytes.
  private static let reservedSpace: UInt64 = 512 << 20
  /// The maximum number of bytes between two checks of the free space.
  private static let checkEvery: Int64 = 16 << 20

  let writer: BodyWriter
  private var descriptor: Int32 { writer.descriptor }
  private var place: String { writer.description }
  private var buffer: [UInt8] = []
  /// The digest, or nil for a large body (see `StoredBody`).
  private var digest: BodyDigest?
  /// The number of bytes written so far. `checked` is this number at the last check of the free
  /// space.
  private var written: Int64 = 0
  private var checked: Int64?
  /// Whether disk blocks beyond the end of the file are preallocated.
  private var isAhead = false

  /// Creates the file. Throws if the file exists or cannot be created.
  init(creating body: NewBody) throws(Failure) {
    writer = try body.create()
    guard let digest = BodyDigest() else {
      throw .bodyNotStored(in: body.bytes.name, error: ENOMEM)
    }
    self.digest = digest
    buffer.reserveCapacity(Self.bufferSize)
  }

  func write(_ bytes: [UInt8]) throws(Failure) {
    var failure: Failure?
    bytes.withUnsafeBufferPointer { bytes in
      do throws(Failure) { try write(bytes) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) {
    if let digest, !digest.take(bytes) { throw .bodyNotStored(in: place, error: ENOMEM) }
    if buffer.count + bytes.count > Self.bufferSize { try flush() }
    if bytes.count >= Self.bufferSize {
      try writeOut(bytes)
    } else {
      buffer.append(contentsOf: bytes)
    }
  }

  /// Writes the buffered bytes, so that readers see them.
  func flush() throws(Failure) {
    guard !buffer.isEmpty else { return }
    var failure: Failure?
    buffer.withUnsafeBufferPointer { bytes in
      do throws(Failure) { try writeOut(bytes) } catch { failure = error }
    }
    buffer.removeAll(keepingCapacity: true)
    if let failure { throw failure }
  }

  /// Releases unused preallocated blocks. Must be called after the last write.
  func trim() {
    if isAhead { ftruncate(descriptor, off_t(written)) }
    isAhead = false
  }

  /// Returns the SHA-256 of the body, or an empty array for a large body. Must be called at most
  /// once, at the end.
  func endDigest() -> [UInt8] { digest?.end() ?? [] }

  private func writeOut(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) {
    try checkFreeSpace(for: bytes.count)
    var done = 0
    while done < bytes.count {
      let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      if count < 0 {
        if errno == EINTR { continue }
        throw .bodyNotStored(in: place, error: errno)
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
      throw .diskAlmostFull(path: place, free: ByteCount(Int64(clamping: free)))
    }
    if let before { prepareDisk(from: before) }
  }

  /// Prepares the disk for a large body. Preallocation halves the cost of the next writes, and
  /// early write-back of older blocks shortens the final sync. Both are optional.
  private func prepareDisk(from start: Int64) {
    ccurl_file_ahead(descriptor, written, Self.checkEvery * 2)
    ccurl_file_begin_writing(descriptor, start, written - start)
    isAhead = true
    digest = nil
  }
}

/// The SHA-256 of a body, computed while the body is received.
final class BodyDigest {
  private let sha256: OpaquePointer

  /// Creates a digest. Returns nil if memory is exhausted.
  init?() {
    guard let sha256 = ccrypto_sha256_new() else { return nil }
    self.sha256 = sha256
  }

  deinit { ccrypto_sha256_free(sha256) }

  /// Adds bytes. Returns false on failure.
  func take(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    ccrypto_sha256_update(sha256, bytes.baseAddress, bytes.count) == 1
  }

  /// Returns the digest of all bytes. Must be called at most once.
  func end() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Int(CCRYPTO_SHA256_BYTES)) { room, count in
      count = 0
      if let start = room.baseAddress, ccrypto_sha256_final(sha256, start) == 1 {
        count = Int(CCRYPTO_SHA256_BYTES)
      }
    }
  }
}
