import Glibc

/// A buffered reader of a stream socket. Only one thread uses it.
struct ReceivedBytes: ~Copyable {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var start = 0

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Reads up to the end of `mark`.
  ///
  /// - Returns: The bytes, or nil if `mark` does not occur within the next `most` bytes of the
  ///   stream.
  mutating func take(through mark: [UInt8], atMost most: Int) -> [UInt8]? {
    var seen = 0
    while true {
      let from = start + max(0, seen - mark.count + 1)
      if let found = buffer[from...].firstRange(of: mark) {
        defer { start = found.upperBound }
        return Array(buffer[start..<found.upperBound])
      }
      seen = buffer.count - start
      guard seen <= most, fill() else { return nil }
    }
  }

  /// Reads exactly `count` bytes. Returns nil if the stream ends earlier.
  mutating func take(_ count: Int) -> [UInt8]? {
    while buffer.count - start < count { guard fill() else { return nil } }
    defer { start += count }
    return Array(buffer[start..<start + count])
  }

  /// Whether the buffer has no unused bytes.
  var isEmpty: Bool { start == buffer.count }

  private mutating func fill() -> Bool {
    if start > 0 {
      buffer.removeFirst(start)
      start = 0
    }
    let size = 65_536
    var piece = [UInt8](repeating: 0, count: size)
    while true {
      let got = recv(descriptor, &piece, size, 0)
      if got < 0 && errno == EINTR { continue }
      guard got > 0 else { return false }
      buffer += piece[..<got]
      return true
    }
  }
}
