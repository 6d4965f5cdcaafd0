import ClientDocuments

/// Rows that are JSON objects: the elements of an array, or one per line.
///
/// The text is checked first and then split. Numbers are never converted, so that each value fills
/// templates exactly as it is written.
struct JSONRows: RowReader {
  /// The format of the rows.
  enum Form {
    /// The objects are the elements of an array.
    case array
    /// The rows are the elements of an array. An element that is not an object has the one column
    /// `value`.
    case elements
    /// Each line is one object.
    case lines
  }

  private let form: Form
  private var cutter: Cutter
  /// The number of the next line, in a file with one object per line.
  private var line = 1
  private var count = 0

  init(_ bytes: [UInt8], as form: Form) throws(RowFile.Flaw) {
    self.form = form
    cutter = Cutter(bytes[...])
    if form == .lines { return }
    try Self.check(bytes[...], firstLine: 1)
    guard cutter.enter(UInt8(ascii: "[")) else {
      throw RowFile.Flaw(
        line: 1, what: "it is not an array.",
        whatToDo: form == .elements
          ? "Select an array."
          : "Write an array of objects, or call a file with an object a line .ndjson.")
    }
  }

  mutating func next() throws(RowFile.Flaw) -> RowFile.Row? {
    if form == .lines { return try nextLine() }
    guard let element = cutter.element() else { return nil }
    count += 1
    let line = cutter.line(of: element.lowerBound)
    let text = cutter.bytes[element]
    guard form == .elements, text.first != UInt8(ascii: "{") else {
      return try Self.row(text, count, line: line)
    }
    return RowFile.Row(line: line, columns: [RowFile.Column(name: "value", json: text)])
  }

  private mutating func nextLine() throws(RowFile.Flaw) -> RowFile.Row? {
    while cutter.at < cutter.bytes.endIndex {
      let rest = cutter.bytes[cutter.at...]
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      let text = rest[..<end]
      let here = line
      cutter.at = end + 1
      line += 1
      guard let start = text.firstIndex(where: { !Cutter.isSpace($0) }) else { continue }
      try Self.check(text, firstLine: here)
      count += 1
      return try Self.row(text[start...], count, line: here)
    }
    return nil
  }

  /// Returns the columns of a row's JSON object as text for people, at most 300 characters. Returns
  /// an empty text for invalid JSON.
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
  /// - Parameter text: A JSON value without leading space.
  private static func row(
    _ text: ArraySlice<UInt8>, _ number: Int, line: Int
  ) throws(RowFile.Flaw) -> RowFile.Row {
    var cutter = Cutter(text)
    guard cutter.enter(UInt8(ascii: "{")) else {
      throw RowFile.Flaw(
        line: line, what: "row \(number) is not a JSON object.",
        whatToDo: "Write an object whose keys are the columns.")
    }
    var columns: [RowFile.Column] = []
    while let key = cutter.element(), let value = cutter.value() {
      let name = JSONText.string(cutter.bytes[key].dropFirst().dropLast())
      // The last value of a repeated key counts, as in most readers.
      columns.removeAll { $0.name == name }
      columns.append(RowFile.Column(name: name, json: cutter.bytes[value]))
    }
    return RowFile.Row(line: line, columns: columns)
  }

  /// A splitter of text that is known to be valid JSON.
  private struct Cutter {
    let bytes: ArraySlice<UInt8>
    var at: Int
    private var counted: (offset: Int, line: Int)

    init(_ bytes: ArraySlice<UInt8>) {
      self.bytes = bytes
      at = bytes.startIndex
      counted = (at, 1)
    }

    static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    mutating func skipSpace() { while at < bytes.endIndex, Self.isSpace(bytes[at]) { at += 1 } }

    /// Moves past an opening bracket. Returns false if the next character is not that bracket.
    mutating func enter(_ bracket: UInt8) -> Bool {
      skipSpace()
      guard at < bytes.endIndex, bytes[at] == bracket else { return false }
      at += 1
      return true
    }

    /// Moves past the next element of an array or key of an object and returns its range. Returns
    /// nil at the end of the array or object.
    mutating func element() -> Range<Int>? {
      skipSpace()
      if at < bytes.endIndex, bytes[at] == UInt8(ascii: ",") {
        at += 1
        skipSpace()
      }
      guard at < bytes.endIndex, !Self.isClose(bytes[at]) else { return nil }
      return scanValue()
    }

    /// Moves past the value after a key and returns its range.
    mutating func value() -> Range<Int>? {
      skipSpace()
      guard at < bytes.endIndex, bytes[at] == UInt8(ascii: ":") else { return nil }
      at += 1
      skipSpace()
      return scanValue()
    }

    /// Returns the line of an offset. The offsets of successive calls must not decrease.
    mutating func line(of offset: Int) -> Int {
      counted.line += bytes[counted.offset..<offset].count { $0 == UInt8(ascii: "\n") }
      counted.offset = offset
      return counted.line
    }

    private static func isClose(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
    }

    private mutating func scanValue() -> Range<Int>? {
      let start = at
      var depth = 0
      while at < bytes.endIndex {
        switch bytes[at] {
        case UInt8(ascii: "\""): skipString()
        case UInt8(ascii: "["), UInt8(ascii: "{"):
          depth += 1
          at += 1
        case UInt8(ascii: "]"), UInt8(ascii: "}"):
          if depth == 0 { return start..<at }
          depth -= 1
          at += 1
        case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x09, 0x0A, 0x0D:
          if depth == 0 { return start..<at }
          at += 1
          continue
        default:
          at += 1
          continue
        }
        if depth == 0 { return start..<at }
      }
      return start..<at
    }

    private mutating func skipString() {
      at += 1
      while at < bytes.endIndex, bytes[at] != UInt8(ascii: "\"") {
        at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
      }
      at = min(bytes.endIndex, at + 1)
    }
  }
}
