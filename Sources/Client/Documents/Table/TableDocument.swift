/// A body of records and fields (CSV and similar formats), read on demand.
///
/// The offset of every 64th record is stored in 8 bytes, so any record is found by reading at most
/// 64 records. Quoted fields may contain delimiters and line breaks. A quote inside an unquoted
/// field is an ordinary character. Blank lines are not records.
///
/// - Source: RFC 4180, section 2.
package struct TableDocument: Sendable {
  /// The range of a record without its line break, and the ranges of its fields.
  package struct Record: Hashable, Sendable {
    /// The zero-based number of the record.
    package let number: Int
    package let span: Range<Int>
    /// The ranges of the fields, including quotes, with one delimiter between adjacent ranges.
    package let fields: [Range<Int>]
    /// Whether fields or bytes of the record were omitted.
    package let isCut: Bool
  }

  /// The maximum number of fields to read of a record.
  package static let mostFields = 1_000
  private static let stride = 64

  package private(set) var source = ByteSource()
  package let delimiter: UInt8
  package private(set) var count = 0
  /// Whether the last quoted field has no closing quote.
  package var isOpenQuote: Bool { scan.isQuoted }

  private var marks: [Int] = []
  private var indexed = 0
  private var scan: TableScan

  package init(delimiter: UInt8) {
    self.delimiter = delimiter
    scan = TableScan(delimiter)
  }

  /// Indexes a complete body at once.
  package init(_ source: ByteSource, delimiter: UInt8) throws(DocumentError) {
    self.init(delimiter: delimiter)
    try extend(to: source)
  }

  /// The number of received bytes that remain to be indexed.
  package var left: Int { source.count - indexed }

  /// Indexes approximately `budget` more received bytes.
  package mutating func extend(
    to source: ByteSource, budget: Int = .max
  ) throws(DocumentError) {
    self.source = source
    var left = max(1, budget)
    // The first bytes of a partial byte order mark may have been read as part of a field.
    if indexed < 3, try source.bytes(in: 0..<3) == [0xEF, 0xBB, 0xBF] {
      (marks, count, scan, indexed) = ([], 0, TableScan(delimiter), 3)
    }
    var piece = [UInt8](repeating: 0, count: 256 * 1024)
    while indexed < source.count, left > 0 {
      let got = try source.read(into: &piece, from: indexed)
      piece.withUnsafeBufferPointer { bytes in
        for at in 0..<got where scan.take(bytes[at]) == .recordBegins {
          if count % Self.stride == 0 { marks.append(indexed + at) }
          count += 1
        }
      }
      indexed += got
      left -= got
    }
  }

  /// Returns the records in `window`. Records past the end are ignored.
  package func records(in window: Range<Int>) throws(DocumentError) -> [Record] {
    let wanted = window.clamped(to: 0..<count)
    var result: [Record] = []
    try forEach(from: wanted.lowerBound) { record in
      guard record.number < wanted.upperBound else { return .stop }
      if record.number >= wanted.lowerBound { result.append(record) }
      return .goOn
    }
    return result
  }

  /// Returns the record that contains a byte, or else the last record before the byte, or nil.
  package func record(at offset: Int) throws(DocumentError) -> Int? {
    guard let first = marks.first, offset >= first else { return nil }
    var found = (firstMark(behind: offset) - 1) * Self.stride
    try forEach(from: found) { record in
      guard record.span.lowerBound <= offset else { return .stop }
      found = record.number
      return .goOn
    }
    return found
  }

  package enum Step { case goOn, stop }

  /// Calls `body` with records in order, starting with the record at the last mark at or before
  /// `number`.
  package func forEach(
    from number: Int, _ body: (Record) throws(DocumentError) -> Step
  ) throws(DocumentError) {
    guard number >= 0, number < count else { return }
    var splitter = RecordSplitter(delimiter, number: number / Self.stride * Self.stride)
    let reader = ByteReader(source.prefix(indexed))
    var at = marks[number / Self.stride]
    while at < reader.count {
      var ended: [Record] = []
      let read = try reader.withBytes(from: at, to: reader.count) { bytes in
        for place in 0..<bytes.count {
          if let record = splitter.take(bytes[place], at: at + place) { ended.append(record) }
          // Records are read in small groups, because the caller may stop.
          if ended.count == Self.stride { return place + 1 }
        }
        return bytes.count
      }
      for record in ended { if try body(record) == .stop { return } }
      at += read ?? reader.count
    }
    if let last = splitter.finish(at: reader.count) { _ = try body(last) }
  }

  private func firstMark(behind offset: Int) -> Int {
    var low = 0
    var high = marks.count
    while low < high {
      let middle = (low + high) / 2
      if marks[middle] > offset { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
