import ClientDocuments

/// The rows of a CSV file. The first line names the columns.
///
/// Source: RFC 4180. Quotes are doubled within quotes, a row may span lines, and the last line
/// needs no line end.
struct CSVRows: RowReader {
  private var reader: Reader
  /// The first record, or nil for an empty file.
  private let header: Record?
  private var count = 0

  init(_ bytes: [UInt8]) throws(RowFile.Flaw) {
    reader = Reader(bytes: bytes)
    header = try reader.next()
    if let header { try Self.check(header) }
  }

  mutating func next() throws(RowFile.Flaw) -> RowFile.Row? {
    guard let header, let record = try reader.next() else { return nil }
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
      line: record.line, what: "row \(row) does not fit.",
      why: "It has \(count) value\(count == 1 ? "" : "s"); the header names "
        + "\(header.fields.count).\(names.isEmpty ? "" : lack)",
      whatToDo: names.isEmpty
        ? "Put a value with a comma in it in quotes, or name one more column in the first line."
        : "Put in what is missing; for an empty value its comma is enough.")
  }

  private static func check(_ header: Record) throws(RowFile.Flaw) {
    var names: Set<String> = []
    for (place, name) in header.fields.enumerated() {
      guard !name.isEmpty, names.insert(name).inserted else {
        throw RowFile.Flaw(
          line: header.line,
          what: name.isEmpty
            ? "column \(place + 1) has no name."
            : "two columns are called `\(Console.safe(name))`.",
          whatToDo: "Give each column a name of its own in the first line.")
      }
    }
  }

  private struct Record {
    var line: Int
    var fields: [String]
  }

  /// A reader of single records, which skips empty lines.
  private struct Reader {
    let bytes: [UInt8]
    var at = 0
    var line = 1

    mutating func next() throws(RowFile.Flaw) -> Record? {
      while at < bytes.count {
        let record = try record()
        if record.fields != [""] { return record }
      }
      return nil
    }

    private mutating func record() throws(RowFile.Flaw) -> Record {
      var record = Record(line: line, fields: [])
      while true {
        let isQuoted = at < bytes.count && bytes[at] == UInt8(ascii: "\"")
        record.fields.append(isQuoted ? try quoted() : plain())
        guard at < bytes.count else { return record }
        at += 1
        if bytes[at - 1] == UInt8(ascii: ",") { continue }
        line += 1
        return record
      }
    }

    /// Reads an unquoted value. The comma or line end after the value is not consumed.
    private mutating func plain() -> String {
      let start = at
      while at < bytes.count, bytes[at] != UInt8(ascii: ","), bytes[at] != UInt8(ascii: "\n") {
        at += 1
      }
      let isLineEnd = at == bytes.count || bytes[at] == UInt8(ascii: "\n")
      let end = isLineEnd && at > start && bytes[at - 1] == UInt8(ascii: "\r") ? at - 1 : at
      return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    private mutating func quoted() throws(RowFile.Flaw) -> String {
      let start = line
      at += 1
      var text: [UInt8] = []
      while at < bytes.count {
        let byte = bytes[at]
        at += 1
        if byte == UInt8(ascii: "\n") { line += 1 }
        guard byte == UInt8(ascii: "\"") else {
          text.append(byte)
          continue
        }
        if at < bytes.count, bytes[at] == byte {
          text.append(byte)
          at += 1
          continue
        }
        if at < bytes.count, bytes[at] == UInt8(ascii: "\r") { at += 1 }
        guard at == bytes.count || [UInt8(ascii: ","), UInt8(ascii: "\n")].contains(bytes[at])
        else {
          throw RowFile.Flaw(
            line: line, what: "something follows a value in quotes.",
            whatToDo: "Write a quote within quotes twice.")
        }
        return String(decoding: text, as: UTF8.self)
      }
      throw RowFile.Flaw(
        line: start, what: "a value in quotes does not end.", whatToDo: "Close its quotes.")
    }
  }
}
