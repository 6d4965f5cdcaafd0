import ClientDocuments

/// The rows of a CSV file. The first line names the columns.
///
/// Source: RFC 4180. A quote within quotes is doubled, a row may span several lines, and the last
/// line needs no line break.
struct CSVRows: RowReader {
  private let bytes: [UInt8]
  private var splitter = RecordSplitter(UInt8(ascii: ","), mostFields: .max)
  /// The offset of the next byte to read.
  private var offset = 0
  /// The last offset whose line was counted, and the number of that line.
  private var counted = (offset: 0, line: 1)
  /// The first record. It is nil for an empty file.
  private var header: Record?
  private var count = 0

  init(_ bytes: [UInt8]) throws(RowFile.Flaw) {
    self.bytes = bytes
    header = try record()
    if let header { try Self.check(header) }
  }

  mutating func next() throws(RowFile.Flaw) -> RowFile.Row? {
    guard let header, let record = try record() else { return nil }
    count += 1
    guard record.fields.count == header.fields.count else {
      throw Self.flaw(of: record, row: count, header)
    }
    let columns = zip(header.fields, record.fields).map { name, text in
      RowFile.Column(name: name, text: text)
    }
    return RowFile.Row(line: record.line, columns: columns)
  }

  private static func flaw(of record: Record, row: Int, _ header: Record) -> RowFile.Flaw {
    let count = record.fields.count
    let names = header.fields.dropFirst(count).map { "`\(Console.safe($0))`" }
    let missing = names.prefix(6).joined(separator: ", ") + (names.count > 6 ? ", …" : "")
    let lack = " \(missing) \(names.count == 1 ? "is" : "are") missing."
    return RowFile.Flaw(
      line: record.line, what: "row \(row) does not match the header.",
      why: "It has \(count) value\(count == 1 ? "" : "s"); the header has "
        + "\(header.fields.count).\(names.isEmpty ? "" : lack)",
      whatToDo: names.isEmpty
        ? "Quote a value that contains a comma, or name one more column in the first line."
        : "Add the missing values; for an empty value, add only its comma.")
  }

  private static func check(_ header: Record) throws(RowFile.Flaw) {
    var names: Set<String> = []
    for (place, name) in header.fields.enumerated() {
      guard !name.isEmpty, names.insert(name).inserted else {
        throw RowFile.Flaw(
          line: header.line,
          what: name.isEmpty
            ? "column \(place + 1) has no name."
            : "two columns are named `\(Console.safe(name))`.",
          whatToDo: "Give each column its own name in the first line.")
      }
    }
  }

  private struct Record {
    var line: Int
    var fields: [String]
  }

  private mutating func record() throws(RowFile.Flaw) -> Record? {
    guard let record = splitter.next(in: bytes, from: &offset) else { return nil }
    let first = line(of: record.span.lowerBound)
    var fields: [String] = []
    for range in record.fields {
      let start = line(of: range.lowerBound)
      let field = Array(bytes[range])
      let text = TableField.decoded(field)
      let isQuoted = field.first == UInt8(ascii: "\"")
      if isQuoted, range.upperBound == bytes.count, splitter.isOpenQuote {
        throw RowFile.Flaw(
          line: start, what: "a quoted value has no closing quote.",
          whatToDo: "Add its closing quote.")
      }
      guard !isQuoted || field == TableField.quoted(text) else {
        throw RowFile.Flaw(
          line: line(of: range.upperBound), what: "a quoted value is followed by other text.",
          whatToDo: "Double each quote inside a quoted value.")
      }
      fields.append(String(decoding: text, as: UTF8.self))
    }
    return Record(line: first, fields: fields)
  }

  /// Returns the line of an offset. The offset must not be less than in the previous call.
  private mutating func line(of offset: Int) -> Int {
    counted.line += bytes[counted.offset..<offset].count { $0 == UInt8(ascii: "\n") }
    counted.offset = offset
    return counted.line
  }
}
