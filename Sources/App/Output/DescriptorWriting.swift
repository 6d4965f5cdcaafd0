import Glibc

/// Writing to open file descriptors.
enum DescriptorWriting {
  /// Writes all bytes. The descriptor may accept only a part at a time, or be non-blocking and
  /// full.
  ///
  /// - Returns: An `errno` value. Nil if all bytes were written.
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
    // If the wait was interrupted, the caller repeats the write.
    _ = poll(&entry, 1, -1)
  }
}
