package import ClientModel
import Glibc

/// Transfers bodies between the store and the cache.
///
/// Bodies never change, so files are shared by hard links. The bytes are copied instead if the
/// files are on different disks, or if the store or the cache has no files.
extension CachedBody {
  /// Links or copies the body into a store. Returns nil if the bytes are missing, have the wrong
  /// length or cannot be transferred.
  package func placed(as body: NewBody) -> StoredBody? {
    switch self {
    case .none: return StoredBody.none
    case .inline(let bytes): return .inline(bytes)
    case .stored(let source, let length, let sha256):
      guard let name = Self.transfer(source, to: body, length: length) else { return nil }
      return .file(name: name, length: length, sha256: sha256)
    }
  }

  /// Returns a range of the body. Returns nil if the range is longer than 64 KiB or cannot be read.
  func bytes(in part: Range<Int64>) -> [UInt8]? {
    guard part.count <= 1 << 16 else { return nil }
    switch self {
    case .none: return nil
    case .inline(let bytes):
      guard part.upperBound <= bytes.count else { return nil }
      return Array(bytes[Int(part.lowerBound)..<Int(part.upperBound)])
    case .stored(let source, _, _):
      do throws(Failure) {
        let opened = try source.open()
        var bytes = [UInt8](repeating: 0, count: part.count)
        let count = try opened.read(
          into: &bytes, at: 0..<bytes.count, from: Int(part.lowerBound))
        return count == bytes.count ? bytes : nil
      } catch {
        return nil
      }
    }
  }

  /// Links or copies bytes into a store and returns the name of the body. Returns nil if this fails
  /// or if the length is wrong.
  private static func transfer(
    _ source: StoredBytes, to body: NewBody, length: ByteCount
  ) -> String? {
    if let path = body.bytes.localFile {
      guard transfer(source, to: path, length: length) else { return nil }
      return path.words(at: "/").last.map(String.init) ?? path
    }
    do throws(Failure) {
      let writer = try body.create()
      if copy(source, to: writer.descriptor, length: length), writer.sync() == 0 {
        return writer.name
      }
      writer.remove()
    } catch {
      // The copy failed, so the response is requested from the server.
    }
    return nil
  }

  /// Links or copies bytes to a path. An existing file is replaced. Returns false if this fails or
  /// if the length is wrong.
  package static func transfer(
    _ source: StoredBytes, to target: String, length: ByteCount
  ) -> Bool {
    if let path = source.localFile {
      var facts = stat()
      guard stat(path, &facts) == 0, Int64(facts.st_size) == length.bytes else { return false }
      if link(path, target) == 0 { return true }
      if errno == EEXIST {
        // An earlier error response of this attempt left the file.
        unlink(target)
        if link(path, target) == 0 { return true }
      }
      guard errno == EXDEV || errno == EPERM || errno == EMLINK else { return false }
    } else {
      unlink(target)
    }
    let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard output >= 0 else { return false }
    defer { close(output) }
    if copy(source, to: output, length: length), fsync(output) == 0 { return true }
    unlink(target)
    return false
  }

  private static func copy(
    _ source: StoredBytes, to output: Int32, length: ByteCount
  ) -> Bool {
    do throws(Failure) {
      let input = try source.open()
      let end = Int(length.bytes)
      var offset = 0
      guard try input.length() == end else { return false }
      var portion = [UInt8](repeating: 0, count: 1 << 18)
      while offset < end {
        let count = try input.read(into: &portion, at: 0..<portion.count, from: offset)
        guard count > 0, write(output, portion, count) == count else { return false }
        offset += count
      }
      return true
    } catch {
      return false
    }
  }
}
