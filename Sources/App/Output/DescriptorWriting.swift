import Glibc

/// Writes all bytes to an open file descriptor.
enum DescriptorWriting {
  /// Also when the descriptor takes only a part at a time, or does not block and is full.
  ///
  /// - Returns: Nil when every byte was written, else one of `errno`.
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
