import ClientModel

/// A writer of values in block style or flow style.
///
/// In block style, each field or item has its own line, and multi-line text is a literal block. In
/// flow style, the complete value is on one line.
struct YAMLWriter {
  /// The text directly before a value: indentation, a key or a dash.
  enum Position { case line, key, dash }

  /// The indentation of a nested mapping relative to its key.
  var step = 2
  /// The indentation of a nested list relative to its key.
  var listStep = 2
  private(set) var output = ""

  /// Writes a value in block style.
  ///
  /// - Parameter column: The column of all lines after the first one.
  mutating func write(_ value: YAMLValue, column: Int, after position: Position) {
    switch value {
    case .text(let text):
      scalar(Self.block(text, column: max(column, step)) ?? Self.quoted(text), position)
    case .plain(let text): scalar(text, position)
    case .integer(let number): scalar(String(number), position)
    case .number(let number): scalar(String(number), position)
    case .boolean(let value): scalar(value ? "true" : "false", position)
    case .list(let items):
      guard !items.isEmpty else { return scalar("[]", position) }
      let column = position == .key ? column - step + listStep : column
      for (index, item) in items.enumerated() {
        open(isFirst: index == 0, column, position)
        output += "-"
        write(item, column: column + 2, after: .dash)
      }
    case .mapping(let fields):
      guard !fields.isEmpty else { return scalar("{}", position) }
      for (index, field) in fields.enumerated() {
        open(isFirst: index == 0, column, position)
        output += Self.quoted(field.key) + ":"
        write(field.value, column: column + step, after: .key)
      }
    }
  }

  private mutating func open(isFirst: Bool, _ column: Int, _ position: Position) {
    switch position {
    case .key where isFirst: output += "\n" + pad(column)
    case .dash where isFirst: output += " "
    case .line where isFirst: break
    case .key, .dash, .line: output += pad(column)
    }
  }

  private mutating func scalar(_ text: String, _ position: Position) {
    output += (position == .line || text.isEmpty ? "" : " ") + text
    if !text.ends(with: "\n") { output += "\n" }
  }

  private func pad(_ column: Int) -> String { String(repeating: " ", count: column) }

  /// Returns multi-line text as a literal block, or nil if a block cannot contain the text.
  static func block(_ text: String, column: Int) -> String? {
    let bytes = text.utf8
    guard bytes.contains(0x0A), let first = bytes.first, first != 0x20, first != 0x09,
      first != 0x0A,
      text.unicodeScalars.allSatisfy({ isPrintable($0) || $0 == "\n" || $0 == "\t" })
    else { return nil }
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    let trailing = lines.reversed().prefix { $0.isEmpty }.count
    let mark = trailing == 0 ? "|-" : trailing == 1 ? "|" : "|+"
    if trailing > 0 { lines.removeLast() }
    let pad = String(repeating: " ", count: column)
    return mark + "\n"
      + lines.map { $0.isEmpty ? "\n" : pad + String($0) + "\n" }.joined()
  }

  /// Returns text on one line, without quotes if every YAML parser reads the unquoted text as the
  /// same string.
  static func quoted(_ text: String) -> String {
    isPlain(text) ? text : double(text)
  }

  static func double(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if isPrintable(scalar) {
          result.unicodeScalars.append(scalar)
        } else {
          let digits = String(scalar.value, radix: 16, uppercase: true)
          let width = scalar.value > 0xFFFF ? 8 : 4
          result += width == 8 ? "\\U" : "\\u"
          result += String(repeating: "0", count: width - digits.count) + digits
        }
      }
    }
    return result + "\""
  }

  /// Returns text in single quotes, or nil if characters of the text need an escape.
  static func single(_ text: String) -> String? {
    guard text.unicodeScalars.allSatisfy(isPrintable) else { return nil }
    return "'\(text.replacing(bytes: "'", with: "''"))'"
  }

  /// Returns a value on one line in flow style.
  static func flow(_ value: YAMLValue) -> String {
    switch value {
    case .text(let text): flow(text)
    case .plain(let text): text
    case .integer(let number): String(number)
    case .number(let number): String(number)
    case .boolean(let value): value ? "true" : "false"
    case .list(let items): "[\(items.map(flow).joined(separator: ", "))]"
    case .mapping(let fields):
      "{\(fields.map { "\(flow($0.key)): \(flow($0.value))" }.joined(separator: ", "))}"
    }
  }

  /// Returns text in flow style, in quotes if it contains a comma, a question mark, a bracket or a
  /// brace.
  static func flow(_ text: String) -> String {
    text.contains(anyByte: ",[]{}?") ? double(text) : quoted(text)
  }

  /// Returns whether every YAML parser reads the unquoted text as the same string.
  static func isPlain(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else {
      return false
    }
    let starts = first.properties.isAlphabetic || first == "_" || first == "/"
    guard starts, last != " ", last != ":", !words.contains(text.lowercased()),
      !text.utf8.elementsEqual("---".utf8), text.unicodeScalars.allSatisfy(isPrintable)
    else { return false }
    let bytes = Array(text.utf8)
    for (byte, next) in zip(bytes, bytes.dropFirst()) {
      if byte == 0x3A, next == 0x20 { return false }
      if byte == 0x20, next == 0x23 { return false }
    }
    return true
  }

  /// Words that some YAML parsers do not read as strings.
  private static let words: Set<String> = [
    "null", "true", "false", "yes", "no", "on", "off", "y", "n", "inf", "nan",
  ]

  /// Returns whether a YAML file may contain the character unescaped. Returns false for control
  /// characters and for characters that parsers reject, discard or misread.
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: false
    default: true
    }
  }
}

extension YAMLValue {
  /// Returns text on one line, for use after a key.
  package static func oneLine(_ text: String) -> String { YAMLWriter.quoted(text) }
}
