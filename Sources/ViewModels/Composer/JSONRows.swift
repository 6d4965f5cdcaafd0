import ClientDocuments
import ClientModel

/// The values of a JSON text as rows, in the order of the text. A change of a value replaces only
/// the bytes of this value.
package struct JSONRows {
  /// The kind of a value.
  package enum Kind: String, Hashable, Sendable {
    case string, number, boolean, null, object, array
    /// Templates in place of a value, such as `{{count}}`.
    case template
  }

  struct Row {
    /// The range of a member's name, including quotes. Nil for an element and for the complete
    /// text.
    let name: Range<Int>?
    /// The name without quotes, or the index of an element.
    let label: String
    let kind: Kind
    let value: Range<Int>
    /// The range between the brackets or commas around the row.
    let span: Range<Int>
    let depth: Int
    /// The index of the row that contains this one. Nil for the complete text.
    let parent: Int?
    /// The indices of the rows directly below.
    fileprivate(set) var children: [Int] = []

    var isContainer: Bool { kind == .object || kind == .array }
  }

  private let bytes: [UInt8]
  private(set) var rows: [Row] = []

  /// The maximum size of the text in bytes. The rows of a larger text would be slow to draw.
  static let limit = 64 << 10
  private static let mostLevels = 64

  /// Reads the rows. Returns nil if the text is not JSON, is too large or is nested too deeply.
  init?(_ text: String) {
    guard text.utf8.count <= Self.limit, TemplatedJSON(text).fault == nil else { return nil }
    bytes = Array(text.utf8)
    var reader = JSONReader(bytes[...])
    guard let first = reader.token() else { return nil }
    var last = first
    while let token = reader.token() { last = token }
    let value = first.lowerBound..<last.upperBound
    let root = Row(
      name: nil, label: "body", kind: kind(of: value), value: value, span: 0..<bytes.count,
      depth: 0, parent: nil)
    guard add(root) else { return nil }
  }

  /// Adds a row and the rows below it. Returns false if it is nested too deeply.
  private mutating func add(_ row: Row) -> Bool {
    let number = rows.count
    rows.append(row)
    if let parent = row.parent { rows[parent].children.append(number) }
    guard row.isContainer else { return true }
    guard row.depth < Self.mostLevels else { return false }
    var reader = JSONReader(bytes[...])
    reader.offset = row.value.lowerBound + 1
    while let part = reader.part() {
      let label = part.name.map { JSONText.string(bytes[$0].dropFirst().dropLast()) }
      let isAdded = add(
        Row(
          name: part.name, label: label ?? String(rows[number].children.count),
          kind: kind(of: part.value), value: part.value, span: part.span, depth: row.depth + 1,
          parent: number))
      guard isAdded else { return false }
    }
    return true
  }

  private func kind(of range: Range<Int>) -> Kind {
    switch bytes[range.lowerBound] {
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "{"): Template.isOnlyTemplates(text(range)) ? .template : .object
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
    case UInt8(ascii: "n"): .null
    default: .number
    }
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  // MARK: Texts

  /// Returns the text of a value as it is edited. A string has no quotes. An object or array has no
  /// text.
  func text(of row: Row) -> String {
    switch row.kind {
    case .string: JSONText.string(bytes[row.value].dropFirst().dropLast())
    case .object, .array: ""
    case .number, .boolean, .null, .template: text(row.value)
    }
  }

  /// Returns the text of a value in its row.
  func shown(_ row: Row) -> String {
    switch row.kind {
    case .object: "{\(row.children.count)}"
    case .array: "[\(row.children.count)]"
    case .string where row.value.count == 2: "\"\""
    case .string, .number, .boolean, .null, .template: text(of: row)
    }
  }

  // MARK: Changes

  /// Returns the text with another value, or nil if the value is not of the row's kind.
  func setting(_ number: Int, to value: String) -> String? {
    let row = rows[number]
    guard value != text(of: row) else { return text(0..<bytes.count) }
    switch row.kind {
    case .string: return replacing(row.value, with: JSONText.quoted(value))
    case .object, .array: return nil
    case .number, .boolean, .null, .template:
      let value = String(value.trimmed(of: " "))
      // A template can stand for a number.
      let kinds: Set<Kind> = row.kind == .template ? [.number, .template] : [row.kind, .template]
      guard let new = JSONRows(value), kinds.contains(new.rows[0].kind) else { return nil }
      return replacing(row.value, with: value)
    }
  }

  /// Returns the text with another name of a member. Returns nil for an element and for the
  /// complete text.
  func renaming(_ number: Int, to name: String) -> String? {
    guard let range = rows[number].name else { return nil }
    guard name != rows[number].label else { return text(0..<bytes.count) }
    return replacing(range, with: JSONText.quoted(name))
  }

  /// Returns the text after converting the value to the next kind. Returns nil for an object or
  /// array with content.
  func changingKind(_ number: Int) -> String? {
    let row = rows[number]
    guard row.children.isEmpty else { return nil }
    let value = text(of: row)
    let new =
      switch row.kind {
      case .string where Template.isOnlyTemplates(value): value
      case .string: JSONRows(value)?.rows[0].kind == .number ? value : "0"
      case .template: "0"
      case .number: "true"
      case .boolean: value == "true" ? "false" : "null"
      case .null: "{}"
      case .object: "[]"
      case .array: "\"\""
      }
    return replacing(row.value, with: new)
  }

  /// Returns the text with a new empty string: at the end of an object or array, or below any other
  /// row. Returns nil if the complete text is neither an object nor an array.
  func adding(at number: Int) -> (text: String, row: Int)? {
    let row = rows[number]
    guard let owner = row.isContainer ? number : row.parent else { return nil }
    let member = rows[owner].kind == .object ? "\"\": \"\"" : "\"\""
    guard let last = row.isContainer ? row.children.last : number else {
      return (insert(member, at: row.value.lowerBound + 1), number + 1)
    }
    let space = bytes[rows[last].span].prefix { " \t\r\n".utf8.contains($0) }
    let lead = String(decoding: space, as: UTF8.self)
    let end = rows[(last + 1)...].firstIndex { $0.depth <= rows[last].depth } ?? rows.count
    // An element on the same line as the opening bracket has no leading space, so a space is added.
    return (
      insert(",\(lead.isEmpty ? " " : lead)\(member)", at: rows[last].value.upperBound), end
    )
  }

  /// Returns the text without a value. Returns nil for the complete text.
  func removing(_ number: Int) -> String? {
    let row = rows[number]
    guard let parent = row.parent else { return nil }
    let siblings = rows[parent].children
    guard let place = siblings.firstIndex(of: number) else { return nil }
    if place > 0 {
      return replacing(rows[siblings[place - 1]].span.upperBound..<row.value.upperBound, with: "")
    }
    return replacing(
      row.span.lowerBound..<row.span.upperBound + (siblings.count > 1 ? 1 : 0), with: "")
  }

  /// The cells that cannot be edited.
  var fixedFields: Set<ComposerField> {
    Set(
      rows.indices.flatMap { number in
        (rows[number].name == nil ? [ComposerField.cell(.json, row: number, .name)] : [])
          + (rows[number].isContainer ? [.cell(.json, row: number, .value)] : [])
      })
  }

  private func insert(_ text: String, at place: Int) -> String {
    replacing(place..<place, with: text)
  }

  private func replacing(_ range: Range<Int>, with text: String) -> String {
    String(
      decoding: bytes[..<range.lowerBound] + text.utf8 + bytes[range.upperBound...], as: UTF8.self)
  }
}
