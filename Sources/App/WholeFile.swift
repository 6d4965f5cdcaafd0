import Glibc

/// The complete content of a file, pipe or device.
enum WholeFile {
  static func bytes(at path: String) throws(FileAccessError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileAccessError(code: errno) }
    defer { close(descriptor) }
    return try bytes(from: descriptor)
  }

  static func bytes(from descriptor: Int32) throws(FileAccessError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileAccessError(code: errno) }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }
}
