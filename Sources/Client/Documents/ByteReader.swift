/// A reader of a body in chunks, by default of 64 KiB, that caches the last chunk. A reader must be
/// used on one thread.
final class ByteReader {
  let source: ByteSource
  private var buffer: [UInt8]
  private var start = 0
  private var filled = 0

  init(_ source: ByteSource, pieceSize: Int = 64 * 1024) {
    self.source = source
    buffer = [UInt8](repeating: 0, count: pieceSize)
  }

  var count: Int { source.count }

  /// Returns the byte at `offset`, or nil at the end.
  func byte(at offset: Int) throws(DocumentError) -> UInt8? {
    if offset < start || offset >= start + filled {
      guard try load(offset) else { return nil }
    }
    return buffer[offset - start]
  }

  /// Calls `body` with at least one buffered byte from `offset`, and none at or after `end`.
  /// Returns nil if no bytes remain.
  func withBytes<Result>(
    from offset: Int, to end: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) throws(DocumentError) -> Result? {
    guard offset < min(end, count) else { return nil }
    if offset < start || offset >= start + filled {
      guard try load(offset) else { return nil }
    }
    let last = min(start + filled, end)
    return buffer.withUnsafeBufferPointer { all in
      body(UnsafeBufferPointer(rebasing: all[(offset - start)..<(last - start)]))
    }
  }

  /// Returns the offset of the first byte at or after `offset` that is not white space, or the
  /// length of the body.
  func skipSpace(from offset: Int) throws(DocumentError) -> Int {
    var at = offset
    while let byte = try byte(at: at), JSONByte.isSpace(byte) { at += 1 }
    return at
  }

  private func load(_ offset: Int) throws(DocumentError) -> Bool {
    guard offset >= 0, offset < count else { return false }
    filled = 0
    filled = try source.read(into: &buffer, from: offset)
    start = offset
    return filled > 0
  }
}
