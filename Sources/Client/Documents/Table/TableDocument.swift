/// A body of records with fields (CSV and its kin), read where it is looked at.
///
/// A value that remembers where each 64th record begins, 8 bytes for each: any record is found by a look
/// through no more than 64. Quotes hold delimiters and line breaks; a quote in the midst of a field is a
/// character like any other. Blank lines are no records.
///
/// - Source: RFC 4180, section 2.
package struct TableDocument: Sendable {
  /// One record: where it stands without its line break, and where each of its fields does.
  package struct Record: Hashable, Sendable {
    /// From 0.
    package let number: Int
    package let span: Range<Int>
    /// Quotes and all; between two of them stands one delimiter.
    package let fields: [Range<Int>]
    /// Whether it has more fields or bytes than are read of one.
    package let isCut: Bool
  }

  /// Fields that are read of one record at most.
  package static let mostFields = 1_000
  private static let stride = 64

  package private(set) var source = ByteSource()
  package let delimiter: UInt8
  package private(set) var count = 0
  /// Whether the last quote that was opened has not been closed.
  package var isOpenQuote: Bool { scan.isQuoted }

  private var marks: [Int] = []
  private var indexed = 0
  private var scan: TableScan

  package init(delimiter: UInt8) {
    self.delimiter = delimiter
    scan = TableScan(delimiter)
  }

  /// A complete body at once.
  package init(_ source: ByteSource, delimiter: UInt8) throws(DocumentError) {
    self.init(delimiter: delimiter)
    try extend(to: source)
  }

  /// How many bytes of what has arrived are still to be indexed.
  package var left: Int { source.count - indexed }

  /// Indexes the bytes that came since the last call, at most about `budget` of them.
  package mutating func extend(
    to source: ByteSource, budget: Int = .max
  ) throws(DocumentError) {
    self.source = source
    var left = max(1, budget)
    // Its first bytes may have come alone, and been taken for a field's.
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

  /// The records in `window`, cut to those there are.
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

  /// The record that a byte is in, or the last before it.
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

  /// Goes through the records from the mark before a number on, in order.
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
          // A few at a time: the caller may want no more.
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
