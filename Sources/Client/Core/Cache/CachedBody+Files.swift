package import ClientModel
import Glibc

/// The transfer of body files between the store and the cache by hard links. The files never
/// change, so store and cache may share the same bytes. On different disks, the files are copied.
extension CachedBody {
  /// Links or copies the body's file to a path and returns the body for a store. Returns nil if the
  /// file is missing, has another length or cannot be transferred.
  package func placed(at path: String) -> StoredBody? {
    switch self {
    case .none: return StoredBody.none
    case .inline(let bytes): return .inline(bytes)
    case .file(let source, let length, let sha256):
      guard Self.transfer(source, to: path, length: length) else { return nil }
      let name = path.words(at: "/").last.map(String.init) ?? path
      return .file(name: name, length: length, sha256: sha256)
    }
  }

  /// Returns a part of the body, or nil if the part is longer than 64 KiB or cannot be read.
  func bytes(in part: Range<Int64>) -> [UInt8]? {
    guard part.count <= 1 << 16 else { return nil }
    switch self {
    case .none: return nil
    case .inline(let bytes):
      guard part.upperBound <= bytes.count else { return nil }
      return Array(bytes[Int(part.lowerBound)..<Int(part.upperBound)])
    case .file(let path, _, _):
      let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
      guard file >= 0 else { return nil }
      defer { close(file) }
      var bytes = [UInt8](repeating: 0, count: part.count)
      return pread(file, &bytes, bytes.count, off_t(part.lowerBound)) == bytes.count ? bytes : nil
    }
  }

  /// Links or copies a file to another path and replaces a file there. Returns false on failure, or
  /// if the file has the wrong length.
  package static func transfer(
    _ source: String, to target: String, length: ByteCount
  ) -> Bool {
    var facts = stat()
    guard stat(source, &facts) == 0, Int64(facts.st_size) == length.bytes else { return false }
    if link(source, target) == 0 { return true }
    if errno == EEXIST {
      // An error response to the same attempt has left this file.
      unlink(target)
      if link(source, target) == 0 { return true }
    }
    guard errno == EXDEV || errno == EPERM || errno == EMLINK else { return false }
    return copy(source, to: target, length: length)
  }

  private static func copy(_ source: String, to target: String, length: ByteCount) -> Bool {
    let input = open(source, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard input >= 0 else { return false }
    defer { close(input) }
    let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard output >= 0 else { return false }
    defer { close(output) }
    var left = length.bytes
    var portion = [UInt8](repeating: 0, count: 1 << 18)
    while left > 0 {
      let count = read(input, &portion, portion.count)
      guard count > 0, write(output, portion, count) == count else { break }
      left -= Int64(count)
    }
    if left == 0, fsync(output) == 0 { return true }
    unlink(target)
    return false
  }
}
