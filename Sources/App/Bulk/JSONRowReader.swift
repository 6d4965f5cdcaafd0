import ClientDocuments

/// The rows of a JSON text. They are the elements of an array, or one object per line.
///
/// The text is checked first and then split. Numbers are never converted, so that each value fills
/// templates exactly as written.
struct JSONRowReader: RowReader {
  /// The format of the rows.
  enum Form {
    /// The objects are the elements of an array.
    case array
    /// The rows are the elements of an array. An element that is not an object has only the column
    /// `value`.
    case elements
    /// Each line is one object.
    case lines
  }

  private let form: Form
  private var reader: JSONReader
  /// The last offset whose line was counted, and the number of that line.
  private var counted = (offset: 0, line: 1)
  private var count = 0

  init(_ bytes: [UInt8], as form: Form) throws(RowFile.Flaw) {
    self.form = form
    reader = JSONReader(bytes[...])
    if form == .lines { return }
    try Self.check(bytes[...], firstLine: 1)
    guard reader.take("[") else {
      throw RowFile.Flaw(
        line: 1, what: "expected an array.",
        whatToDo: form == .elements
          ? "Select an array."
          : "Write an array of objects. The name of a file with one object per line ends in .ndjson."
      )
    }
  }

  mutating func next() throws(RowFile.Flaw) -> RowFile.Row? {
    if form == .lines { return try nextLine() }
    guard let element = reader.part()?.value else { return nil }
    count += 1
    let line = line(of: element.lowerBound)
    let text = reader.bytes[element]
    guard form == .elements, text.first != UInt8(ascii: "{") else {
      return try Self.row(text, count, line: line)
    }
    return RowFile.Row(line: line, columns: [RowFile.Column(name: "value", json: text)])
  }

  private mutating func nextLine() throws(RowFile.Flaw) -> RowFile.Row? {
    guard let token = reader.token() else { return nil }
    let bytes = reader.bytes
    let before = bytes[..<token.lowerBound].lastIndex(of: UInt8(ascii: "\n"))
    let start = before.map { $0 + 1 } ?? bytes.startIndex
    let end = bytes[token.lowerBound...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
    let line = line(of: start)
    try Self.check(bytes[start..<end], firstLine: line)
    reader.offset = end
    count += 1
    return try Self.row(bytes[token.lowerBound..<end], count, line: line)
  }

  /// Returns the line of an offset. The offset must not be less than in the previous call.
  private mutating func line(of offset: Int) -> Int {
    counted.line += reader.bytes[counted.offset..<offset].count { $0 == UInt8(ascii: "\n") }
    counted.offset = offset
    return counted.line
  }

  /// Returns the columns of a JSON object as text for people, at most 300 characters. Returns an
  /// empty string for invalid JSON.
  static func words(_ object: [UInt8]) -> String {
    do throws(RowFile.Flaw) {
      let columns = try row(object[...], 1, line: 1).columns
      let text = columns.map { "\($0.name)=\($0.text)" }.joined(separator: ", ")
      return String(text.prefix(300))
    } catch {
      return ""
    }
  }

  private static func check(_ bytes: ArraySlice<UInt8>, firstLine: Int) throws(RowFile.Flaw) {
    var validator = JSONValidator()
    validator.feed(bytes)
    guard let fault = validator.finish() else { return }
    throw RowFile.Flaw(
      line: firstLine + fault.place.line - 1, column: fault.place.column,
      what: "expected \(fault.wanted).", whatToDo: "Correct the JSON there.")
  }

  /// Parses the JSON object of a row.
  ///
  /// - Parameter text: A JSON value. It must not begin with whitespace.
  private static func row(
    _ text: ArraySlice<UInt8>, _ number: Int, line: Int
  ) throws(RowFile.Flaw) -> RowFile.Row {
    var reader = JSONReader(text)
    guard reader.take("{") else {
      throw RowFile.Flaw(
        line: line, what: "row \(number) is not a JSON object.",
        whatToDo: "Write an object whose keys are the columns.")
    }
    var columns: [RowFile.Column] = []
    while let part = reader.part(), let key = part.name {
      let name = JSONText.string(text[key].dropFirst().dropLast())
      // The last value of a repeated key is used, as in most parsers.
      columns.removeAll { $0.name == name }
      columns.append(RowFile.Column(name: name, json: text[part.value]))
    }
    return RowFile.Row(line: line, columns: columns)
  }
}
