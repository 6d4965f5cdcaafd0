import CJSONScan

/// A forward scan of a body's structure from any position outside a string.
struct JSONSeek {
  var cursor: cjs_cursor

  /// Creates a scan in a container at `offset`, which must be between two children.
  init(inside offset: Int, lines: Bool = false) {
    cursor = cjs_cursor()
    cursor.offset = UInt64(offset)
    cursor.lines = lines ? 1 : 0
  }

  init(_ landmark: cjs_cursor) { cursor = landmark }

  var offset: Int { Int(cursor.offset) }

  /// Scans until `seen` is `target`, the container at depth `floor` closes, or `end` is reached.
  /// `seen` grows by the number of values down to depth `limit`.
  mutating func run(
    _ reader: ByteReader, to end: Int, limit: Int, target: Int, floor: Int, seen: inout Int
  ) throws(DocumentError) -> cjs_verdict {
    var total = UInt64(seen)
    var verdict = CJS_MORE
    while verdict == CJS_MORE {
      let next = try reader.withBytes(from: offset, to: end) { bytes in
        cjs_seek(
          &cursor, bytes.baseAddress, bytes.count, Int32(clamping: limit), UInt64(target),
          Int32(floor), &total, CJS_BEST)
      }
      guard let next else { break }
      verdict = next
    }
    seen = Int(total)
    return verdict
  }
}
