import ClientModel
import ClientYAML

/// A file of secret values: `.env` for the workspace, or `.env.NAME` for an environment.
///
/// The syntax is that of python-dotenv: `export`, quotes, escapes in quotes, comments, and quoted
/// values of several lines. There are four differences: `${NAME}` is not expanded, an invalid line
/// is an error, a byte order mark is ignored, and a backslash always escapes a following quote.
struct DotenvFile {
  /// The name of the file for all environments.
  static let workspace = ".env"

  /// Returns the file name for an environment. Returns nil if the environment's name cannot be part
  /// of a file name.
  static func name(of environment: String) -> String? {
    Workspace.isEnvironmentName(environment) ? "\(workspace).\(environment)" : nil
  }

  /// Returns whether a file name is `.env` or `.env.NAME`.
  static func isName(_ name: String) -> Bool {
    name == workspace
      || name.begins(with: workspace + ".")
        && Workspace.isEnvironmentName(String(name.dropping(bytes: workspace.utf8.count + 1)))
  }

  /// The values by name. The last definition of a name applies. A name without `=` has no value.
  private(set) var values: [String: String] = [:]

  private let name: String
  private let bytes: [UInt8]
  private var offset = 0

  /// Parses the text of a file.
  ///
  /// - Parameter name: The name of the file, for errors.
  init(_ text: String, name: String) throws(YAMLProblem) {
    self.name = name
    bytes = Array(text.begins(with: "\u{FEFF}") ? text.dropping(bytes: 3).utf8 : text[...].utf8)
    while true {
      skip { Self.isSpace($0) || Self.isBreak($0) }
      guard offset < bytes.count else { return }
      try readLine()
    }
  }

  private mutating func readLine() throws(YAMLProblem) {
    let start = offset
    if take("export"), let next = peek, Self.isSpace(next) {
      skip(while: Self.isSpace)
    } else {
      offset = start
    }
    guard let key = try key() else {
      skip { !Self.isBreak($0) }
      return
    }
    skip(while: Self.isSpace)
    var value: String?
    if peek == UInt8(ascii: "=") {
      offset += 1
      skip(while: Self.isSpace)
      value = try self.value()
    }
    let end = offset
    skip(while: Self.isSpace)
    if peek == UInt8(ascii: "#") { skip { !Self.isBreak($0) } }
    guard peek.map(Self.isBreak) ?? true else {
      throw problem(
        at: end, "There is text after the value.",
        "Write one NAME=value per line, and put the complete value in quotes.")
    }
    values[key] = value
  }

  /// Reads a name. Returns nil for a comment.
  private mutating func key() throws(YAMLProblem) -> String? {
    let start = offset
    switch peek {
    case UInt8(ascii: "#"): return nil
    case UInt8(ascii: "'"):
      offset += 1
      let inner = offset
      skip { $0 != UInt8(ascii: "'") }
      guard offset < bytes.count, offset > inner else {
        throw problem(
          at: start, "The quoted name is empty or has no closing quote.", "Write NAME=value.")
      }
      offset += 1
      return Self.text(bytes[inner..<(offset - 1)])
    default:
      skip { !Self.isSpace($0) && !Self.isBreak($0) && !"=#".utf8.contains($0) }
      guard offset > start else {
        throw problem(at: start, "A value has no name.", "Write NAME=value.")
      }
      return Self.text(bytes[start..<offset])
    }
  }

  private mutating func value() throws(YAMLProblem) -> String {
    if let quote = peek, "'\"".utf8.contains(quote) { return try quoted(quote) }
    let start = offset
    var end = start
    while let byte = peek, !Self.isBreak(byte) {
      // A comment begins after a space.
      if byte == UInt8(ascii: "#"), offset > start, Self.isSpace(bytes[offset - 1]) {
        skip { !Self.isBreak($0) }
        break
      }
      offset += 1
      if !Self.isSpace(byte) { end = offset }
    }
    return Self.text(bytes[start..<end])
  }

  private mutating func quoted(_ quote: UInt8) throws(YAMLProblem) -> String {
    let start = offset
    offset += 1
    var value: [UInt8] = []
    while let byte = peek, byte != quote {
      offset += 1
      guard byte == UInt8(ascii: "\\"), let next = peek else {
        value.append(byte)
        continue
      }
      offset += 1
      if let escaped = Self.escaped(next, in: quote) {
        value.append(escaped)
      } else {
        value += [byte, next]
      }
    }
    guard peek == quote else {
      throw problem(
        at: start, "A quoted value has no closing quote.", "Add it, or remove the opening quote.")
    }
    offset += 1
    return Self.text(value[...])
  }

  /// Returns the byte for an escape sequence. Returns nil if the backslash is literal.
  private static func escaped(_ byte: UInt8, in quote: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\\"), UInt8(ascii: "'"): return byte
    case _ where quote == UInt8(ascii: "'"): return nil
    case UInt8(ascii: "\""): return byte
    case UInt8(ascii: "a"): return 0x07
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "v"): return 0x0B
    default: return nil
    }
  }

  // MARK: Bytes

  private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func skip(while matches: (UInt8) -> Bool) {
    while let byte = peek, matches(byte) { offset += 1 }
  }

  private mutating func take(_ word: String) -> Bool {
    guard bytes[offset...].starts(with: word.utf8) else { return false }
    offset += word.utf8.count
    return true
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0B, 0x0C].contains(byte) }
  private static func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// Returns a problem with line and column. The text may be a secret, so it is not quoted.
  private func problem(at place: Int, _ why: String, _ whatToDo: String) -> YAMLProblem {
    let before = bytes[..<place]
    let breaks = before.indices.filter { index in
      before[index] == 0x0A
        || before[index] == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A)
    }
    let column = place - (breaks.last.map { $0 + 1 } ?? 0) + 1
    return YAMLProblem(
      YAMLPosition(file: name, line: breaks.count + 1, column: column), why: why,
      whatToDo: whatToDo)
  }
}
