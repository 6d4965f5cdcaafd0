import CJSONScan

/// A body as numbered lines that are read on demand.
///
/// One line start is stored per 64 KiB, so any line is found by reading 64 KiB and the line. A copy
/// is a snapshot, as with `JSONDocument`.
package struct TextDocument: Sendable {
  /// A line as shown.
  package struct Line: Hashable, Sendable {
    /// The zero-based number of the line.
    package let number: Int
    /// The offset of the line's start in the body.
    package let offset: Int
    /// The raw bytes of the line without its line break, cut to the requested columns.
    package let bytes: [UInt8]
    /// Whether the line is longer than `bytes`.
    package let isCut: Bool
  }

  private struct Mark: Sendable {
    let offset: Int
    let line: Int
  }

  package private(set) var source = ByteSource()
  /// The number of lines in the received bytes. A line break at the end does not start a line.
  package private(set) var lineCount = 0

  /// The number of bytes that can be shown.
  package private(set) var indexed = 0

  private var marks: [Mark] = []
  private var startsLine = true

  package init() {}

  /// Indexes a complete body at once.
  package init(indexing source: ByteSource) throws(DocumentError) {
    try extend(to: source)
  }

  /// Indexes approximately `budget` of the bytes received since the last call.
  ///
  /// - Returns: The number of bytes that remain to be indexed.
  @discardableResult
  package mutating func extend(
    to source: ByteSource, budget: Int = .max
  ) throws(DocumentError) -> Int {
    self.source = source
    var piece = [UInt8](repeating: 0, count: 64 * 1024)
    var left = max(1, budget)
    while indexed < source.count, left > 0 {
      let got = try source.read(into: &piece, from: indexed)
      take(piece[..<got])
      indexed += got
      left -= got
    }
    return source.count - indexed
  }

  private mutating func take(_ piece: ArraySlice<UInt8>) {
    guard let last = piece.last else { return }
    var first: Int?
    if startsLine {
      first = 0
      lineCount += 1
    }
    let (place, breaks) = piece.withUnsafeBufferPointer { bytes in
      (
        cjs_newline(bytes.baseAddress, bytes.count), cjs_newlines(bytes.baseAddress, bytes.count)
      )
    }
    startsLine = last == JSONByte.newline
    // The line after a line break at the end starts with the next byte.
    let starts = breaks - (startsLine ? 1 : 0)
    if first == nil, starts > 0 { first = place + 1 }
    if let first {
      marks.append(Mark(offset: indexed + first, line: lineCount - (first == 0 ? 1 : 0)))
    }
    lineCount += starts
  }

  /// Returns the lines in `window`. Lines past the end are ignored.
  ///
  /// - Parameter from: The number of bytes to omit at the start of each line.
  /// - Parameter length: The maximum number of bytes of each line.
  package func lines(
    in window: Range<Int>, from column: Int = 0, length: Int = 1024
  ) throws(DocumentError) -> [Line] {
    let wanted = window.clamped(to: 0..<lineCount)
    guard !wanted.isEmpty, var offset = try start(of: wanted.lowerBound) else { return [] }
    let reader = ByteReader(source.prefix(indexed))
    var result: [Line] = []
    for number in wanted {
      let end = try end(of: number, from: offset, reader)
      let before = end > offset ? try reader.byte(at: end - 1) : nil
      let text = offset..<(before == 0x0D ? end - 1 : end)
      let first = min(text.upperBound, text.lowerBound + column)
      let last = min(text.upperBound, first + length)
      result.append(
        Line(
          number: number, offset: offset, bytes: try source.bytes(in: first..<last),
          isCut: last < text.upperBound))
      offset = end + 1
    }
    return result
  }

  package func line(at offset: Int) throws(DocumentError) -> Int {
    let mark = marks[max(0, firstMark { $0.offset > offset } - 1)]
    let reader = ByteReader(source.prefix(indexed))
    var line = mark.line
    var at = mark.offset
    while true {
      at = try end(of: line, from: at, reader) + 1
      guard at <= offset, at < indexed else { return line }
      line += 1
    }
  }

  /// Returns the approximate number of columns before a byte in its line, measured in at most the
  /// first 64 KiB of the line.
  package func column(of offset: Int) throws(DocumentError) -> Int {
    let line = try line(at: offset)
    guard let start = try start(of: line) else { return 0 }
    let bytes = try source.bytes(in: start..<max(start, min(offset, start + 64 << 10)))
    return String(decoding: bytes, as: UTF8.self).unicodeScalars.reduce(0) {
      Self.column(after: $1, $0)
    }
  }

  /// Returns the offset of a match if it is in this line, or else the offset of a column. Returns
  /// nil if the line does not exist.
  package func offset(
    ofRow row: Int, column: Int, orMatch match: Int?
  ) throws(DocumentError) -> Int? {
    if let match, match < indexed, try line(at: match) == row { return match }
    guard let text = try lines(in: row..<row + 1, length: 4 * column).first else { return nil }
    var (offset, columns) = (text.offset, 0)
    for scalar in String(decoding: text.bytes, as: UTF8.self).unicodeScalars {
      if columns >= column { break }
      columns = Self.column(after: scalar, columns)
      offset += UTF8.width(scalar)
    }
    return offset
  }

  private static func column(after scalar: Unicode.Scalar, _ column: Int) -> Int {
    if scalar == "\t" { return column + 4 - column % 4 }
    return column + (scalar.value >= 0x1100 ? 2 : 1)
  }

  private func start(of line: Int) throws(DocumentError) -> Int? {
    let after = firstMark { $0.line > line }
    guard after > 0 else { return nil }
    let reader = ByteReader(source.prefix(indexed))
    var at = marks[after - 1].offset
    for number in marks[after - 1].line..<line {
      at = try end(of: number, from: at, reader) + 1
    }
    return at
  }

  /// Returns the offset of the line break after a line, or the end of the body. Reads at most 128
  /// KiB, because the line after a long line has a mark.
  private func end(
    of line: Int, from offset: Int, _ reader: ByteReader
  ) throws(DocumentError) -> Int {
    var at = offset
    while at < min(reader.count, offset + 128 * 1024) {
      let step = try reader.withBytes(from: at, to: reader.count) { bytes in
        (place: cjs_newline(bytes.baseAddress, bytes.count), count: bytes.count)
      }
      guard let step else { break }
      if step.place < step.count { return at + step.place }
      at += step.count
    }
    let after = firstMark { $0.line > line }
    return after < marks.count ? marks[after].offset - 1 : reader.count
  }

  private func firstMark(where isLater: (Mark) -> Bool) -> Int {
    var low = 0
    var high = marks.count
    while low < high {
      let middle = (low + high) / 2
      if isLater(marks[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
