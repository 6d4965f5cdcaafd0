import CJSONScan

/// One value of a body as wrapped text. Rows end at line breaks, and long lines are wrapped after
/// the last space that fits.
///
/// One row start is stored per 64 KiB, and a string of any size is read in windows. Row numbers are
/// zero-based. Each call of `extend` finds more rows.
package struct WrappedText: Sendable {
  package enum Form: Hashable, Sendable {
    /// The raw bytes, including quotes and escapes.
    case asItStands
    /// The decoded string (RFC 8259, section 7).
    case decoded
  }

  package struct Row: Hashable, Sendable {
    /// The one-based line number, or nil if the row continues the line of the previous row.
    package let line: Int?
    /// The offset of the row's start in the body.
    package let offset: Int
    /// The text in the requested form, which may contain invalid UTF-8. Untrusted: not safe to
    /// draw.
    package let text: [UInt8]
  }

  private struct Start: Sendable {
    var offset: Int
    var row = 0
    var line = 1
    var beginsLine = true
  }

  private static let stride = 64 << 10

  package let form: Form
  package let columns: Int
  private var source: ByteSource
  package private(set) var range: Range<Int>
  /// The first row start in each 64 KiB, in ascending order.
  private var marks: [Start]
  /// The start of the first row that is not known yet.
  private var next: Start

  /// Creates the text without known rows, which `extend` finds.
  ///
  /// - Parameter range: The range of the value in the body, including the quotes of a string.
  /// - Parameter columns: The width of a row, at least 8. Wide characters have two columns.
  package init(_ source: ByteSource, _ range: Range<Int>, _ form: Form, columns: Int)
    throws(DocumentError)
  {
    self.form = form
    self.columns = max(8, columns)
    var range = range.clamped(to: 0..<source.count)
    if form == .decoded, !range.isEmpty {
      let last = try source.bytes(in: range.upperBound - 1..<range.upperBound)
      let isClosed = range.count > 1 && last == [JSONByte.quote]
      range = range.lowerBound + 1..<range.upperBound - (isClosed ? 1 : 0)
    }
    self.range = range
    self.source = source.prefix(range.upperBound)
    next = Start(offset: range.lowerBound)
    marks = [next]
  }

  /// The number of known rows. An empty text has one row.
  package var count: Int { range.isEmpty ? 1 : next.row }

  /// The number of bytes that remain to be read by `extend`.
  package var left: Int { range.upperBound - next.offset }

  /// The end of the known rows, as an offset in the body.
  package var reach: Int { next.offset }

  /// The length of the raw text in bytes.
  package var length: Int { range.count }

  /// Wraps approximately `budget` more bytes.
  package mutating func extend(budget: Int) throws(DocumentError) {
    let reader = ByteReader(source)
    let end = next.offset + max(1, budget)
    while left > 0, next.offset < end {
      next = try row(after: next, reader)
      if let last = marks.last, next.offset - last.offset >= Self.stride, left > 0 {
        marks.append(next)
      }
    }
  }

  /// Continues the text after more bytes have arrived. The last rows are wrapped again, because
  /// they may have ended at the previous end of the text.
  package mutating func grow(to source: ByteSource) {
    (self.source, range) = (source, range.lowerBound..<source.count)
    next = marks[marks.count - 1]
  }

  /// The raw text.
  package var bytes: ByteSource { source.suffix(from: range.lowerBound) }

  /// Returns the known rows in `window`.
  package func rows(in window: Range<Int>) throws(DocumentError) -> [Row] {
    if range.isEmpty {
      return window.contains(0) ? [Row(line: 1, offset: range.lowerBound, text: [])] : []
    }
    let wanted = window.clamped(to: 0..<next.row)
    guard !wanted.isEmpty else { return [] }
    let reader = ByteReader(source)
    var at = mark { $0.row <= wanted.lowerBound }
    var rows: [Row] = []
    while at.row < wanted.upperBound {
      let after = try row(after: at, reader)
      if at.row >= wanted.lowerBound {
        var bytes = try source.bytes(in: at.offset..<after.offset)
        if after.beginsLine { bytes = withoutBreak(bytes) }
        rows.append(
          Row(
            line: at.beginsLine ? at.line : nil, offset: at.offset,
            text: form == .decoded ? JSONText.decoded(bytes) : bytes))
      }
      at = after
    }
    return rows
  }

  /// Returns the known row that contains the byte at an offset in the body.
  package func row(at offset: Int) throws(DocumentError) -> Int {
    let reader = ByteReader(source)
    var at = mark { $0.offset <= offset }
    while at.row + 1 < next.row {
      let after = try row(after: at, reader)
      if after.offset > offset { break }
      at = after
    }
    return at.row
  }

  private func mark(_ isBefore: (Start) -> Bool) -> Start {
    var (low, high) = (1, marks.count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(marks[middle]) { low = middle + 1 } else { high = middle }
    }
    return marks[low - 1]
  }

  private func withoutBreak(_ bytes: [UInt8]) -> [UInt8] {
    if form == .decoded, bytes.suffix(2) == [JSONByte.backslash, UInt8(ascii: "n")] {
      return bytes.dropLast(2)
    }
    guard bytes.last == JSONByte.newline else { return bytes }
    return bytes.dropLast(bytes.suffix(2).first == 0x0D ? 2 : 1)
  }

  /// Returns the start of the next row. A row ends at a line break or when it is full.
  private func row(after start: Start, _ reader: ByteReader) throws(DocumentError) -> Start {
    var at = start.offset
    var column = 0
    // The position after the last space, from which a word that does not fit moves to the next row.
    var gap: Int?
    while at < range.upperBound {
      // Plain text is skipped in one step.
      let reach = min(range.upperBound, at + columns - column)
      at +=
        try reader.withBytes(from: at, to: reach) { bytes in
          let plain = cjs_plain(bytes.baseAddress, bytes.count)
          column += plain
          gap = bytes[..<plain].lastIndex(of: Self.blank).map { at + $0 + 1 } ?? gap
          return plain
        } ?? 0
      guard at < range.upperBound, column < columns else { break }
      let unit = try unit(at: at, column, reader)
      if unit.isBreak { return following(start, unit.end, .breaks) }
      if column > 0, column + unit.width > columns { break }
      (at, column) = (unit.end, column + unit.width)
    }
    // A full row may end just before a line break.
    guard at < range.upperBound else { return following(start, at, .continues) }
    let full = at
    // A space at the end of a row does not need a column.
    if try reader.byte(at: at) == Self.blank {
      at += 1
      gap = at
    }
    if at < range.upperBound {
      let unit = try unit(at: at, 0, reader)
      if unit.isBreak { return following(start, unit.end, .breaks) }
    }
    return following(start, gap ?? full, .continues)
  }

  private static let blank = UInt8(ascii: " ")

  private enum RowEnd { case breaks, continues }

  private func following(_ start: Start, _ offset: Int, _ seam: RowEnd) -> Start {
    let isBreak = seam == .breaks
    return Start(
      offset: offset, row: start.row + 1, line: start.line + (isBreak ? 1 : 0), beginsLine: isBreak)
  }

  /// Returns the end of a character or escape, its approximate width in columns, and whether it is
  /// a line break.
  private func unit(
    at offset: Int, _ column: Int, _ reader: ByteReader
  ) throws(DocumentError) -> (end: Int, width: Int, isBreak: Bool) {
    guard let byte = try reader.byte(at: offset) else { return (range.upperBound, 1, false) }
    var length = 1
    var width = 1
    switch byte {
    case JSONByte.newline: return (offset + 1, 0, true)
    case JSONByte.backslash where form == .decoded:
      let letter = try reader.byte(at: offset + 1)
      if letter == UInt8(ascii: "n") { return (min(offset + 2, range.upperBound), 0, true) }
      if letter == UInt8(ascii: "t") { width = 4 - column % 4 }
      length = letter == UInt8(ascii: "u") ? 6 : 2
      if length == 6, try isHalf(at: offset + 2, "89abAB", reader),
        try reader.byte(at: offset + 6) == JSONByte.backslash,
        try reader.byte(at: offset + 7) == UInt8(ascii: "u"),
        try isHalf(at: offset + 8, "cdefCDEF", reader)
      {
        (length, width) = (12, 2)
      }
    case 0x09: width = 4 - column % 4
    case 0xC0...0xDF: length = 2
    case 0xE0...0xE2:
      length = 3
      // These ranges are Hangul letters, and symbols of which some are wide.
      let second = try reader.byte(at: offset + 1) ?? 0
      switch (byte, second) {
      case (0xE1, 0x84...0x85), (0xE2, 0x8C...0x8F), (0xE2, 0x97...0x9F), (0xE2, 0xAC...0xAD):
        width = 2
      default: break
      }
    case 0xE3...0xEF: (length, width) = (3, 2)
    case 0xF0...0xF7: (length, width) = (4, 2)
    default: break
    }
    let end = min(offset + length, range.upperBound)
    return (try firstStranger(offset + 1, end, byte, reader), width, false)
  }

  /// Returns whether hexadecimal digits are one half of a surrogate pair. `seconds` contains the
  /// second digits of that half.
  private func isHalf(
    at offset: Int, _ seconds: String, _ reader: ByteReader
  ) throws(DocumentError) -> Bool {
    guard let first = try reader.byte(at: offset), let second = try reader.byte(at: offset + 1)
    else { return false }
    return first | 0x20 == UInt8(ascii: "d") && seconds.utf8.contains(second)
  }

  /// Returns the end of a truncated character, which is the first byte that does not continue it.
  private func firstStranger(
    _ start: Int, _ end: Int, _ lead: UInt8, _ reader: ByteReader
  ) throws(DocumentError) -> Int {
    guard lead >= 0xC0 else { return end }
    for at in start..<max(start, end) {
      guard let byte = try reader.byte(at: at), byte & 0xC0 == 0x80 else { return at }
    }
    return end
  }
}
