import Glibc

/// A writer to open file descriptors.
enum DescriptorWriting {
  /// Writes all bytes, even if the descriptor accepts only a part at a time, or is non-blocking and
  /// full.
  ///
  /// - Returns: An `errno` value, or nil if all bytes were written.
  static func fault(writing bytes: [UInt8], to descriptor: Int32) -> Int32? {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = Glibc.write(
          descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
          waitUntilWritable(descriptor)
        } else if errno != EINTR {
          return errno
        }
      }
      return nil
    }
  }

  private static func waitUntilWritable(_ descriptor: Int32) {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    // An interrupted wait ends early, and the write is attempted again.
    _ = poll(&entry, 1, -1)
  }
}
