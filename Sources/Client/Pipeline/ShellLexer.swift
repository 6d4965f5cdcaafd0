/// A lexer that splits shell text into words and operators. It runs nothing.
///
/// - Source: POSIX.1-2024, Shell Command Language, sections 2.2 (quoting), 2.3 (tokens) and 2.7
///   (redirections); `$'…'`, here-strings and `&>` as in bash.
struct ShellLexer {
  enum Token {
    case word(ShellWord)
    /// An operator between commands, or the end of a line.
    case separator(String)
    case redirection(String)
  }

  /// The offset of the next byte to read.
  private(set) var position: Int
  var variables: ShellVariables
  /// The first value that only a shell knows, such as `$(` or `$1`. Nil if there is none so far.
  /// The lexer reads the text after it as usual.
  private(set) var substitution: String?
  private let bytes: [UInt8]

  init(_ bytes: [UInt8], at position: Int, _ variables: ShellVariables) {
    self.bytes = bytes
    self.position = position
    self.variables = variables
  }

  /// The operators. A longer operator comes before its prefixes.
  private static let operators = [
    "<<<", "<<-", "&>>", "<(", ">(", "<<", "<&", "<>", ">>", ">&", ">|", "&>", "&&", "||", "|&",
    "<",
    ">", "|", "&", ";", "(", ")", "\n",
  ]
  private static let separators: Set = [
    "<(", ">(", "&&", "||", "|&", "|", "&", ";", "(", ")", "\n",
  ]

  mutating func token() throws(CurlProblem) -> Token? {
    skipBlanks()
    guard next != nil else { return nil }
    // Digits directly before a redirection are a file descriptor number.
    let digits = bytes[position...].prefix(2).prefix { (0x30...0x39).contains($0) }
    let rest = bytes[digits.endIndex...]
    guard let first = rest.first, "<>|&;()\n".utf8.contains(first),
      let found = Self.operators.first(where: { rest.starts(with: $0.utf8) }),
      digits.isEmpty || !Self.separators.contains(found)
    else { return .word(try word()) }
    position = digits.endIndex + found.utf8.count
    if Self.separators.contains(found) { return .separator(found) }
    // Only redirections of standard input supply input.
    return .redirection(found == "<" && !digits.isEmpty && digits != [0x30] ? ">" : found)
  }

  /// Returns the next line without its line break. Returns nil at the end of the text.
  mutating func line() -> ArraySlice<UInt8>? {
    guard next != nil else { return nil }
    let line = restOfLine
    position = min(line.endIndex + 1, bytes.count)
    return line
  }

  var restOfLine: ArraySlice<UInt8> { bytes[position...].prefix { $0 != UInt8(ascii: "\n") } }

  /// Whether the last operator, a single character, has no space on either side.
  var isTight: Bool {
    guard position > 1, let next else { return false }
    return ![bytes[position - 2], next].contains { " \t\n;".utf8.contains($0) }
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take() -> UInt8? {
    guard let byte = next else { return nil }
    position += 1
    return byte
  }

  private mutating func skipBlanks() {
    while let byte = next {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"): position += 1
      case UInt8(ascii: "#"): position = restOfLine.endIndex
      case UInt8(ascii: "\\"):
        guard [[byte], [byte, 10]].contains(Array(bytes[position...].prefix(2))) else { return }
        position = min(position + 2, bytes.count)
      default: return
      }
    }
  }

  // MARK: Words and quotes

  private mutating func word() throws(CurlProblem) -> ShellWord {
    var word = ShellWord()
    while let byte = next, !" \t\n|&;()<>".utf8.contains(byte) {
      position += 1
      var quoted: [UInt8]?
      switch byte {
      case UInt8(ascii: "\\"): quoted = take().map { $0 == UInt8(ascii: "\n") ? [] : [$0] }
      case UInt8(ascii: "'"): quoted = try singleQuoted()
      case UInt8(ascii: "\""): quoted = try text(until: byte)
      case UInt8(ascii: "$") where next == UInt8(ascii: "'"):
        position += 1
        quoted = try ansiQuoted()
      case UInt8(ascii: "$") where next == UInt8(ascii: "\""): break
      case UInt8(ascii: "$"), UInt8(ascii: "`"): word.bytes += expansion(byte, in: .bare)
      default: word.bytes.append(byte)
      }
      word.bytes += quoted ?? []
      word.isQuoted = word.isQuoted || quoted != nil
    }
    return word
  }

  private mutating func singleQuoted() throws(CurlProblem) -> [UInt8] {
    guard let end = bytes[position...].firstIndex(of: UInt8(ascii: "'")) else {
      throw Self.unclosed("'")
    }
    defer { position = end + 1 }
    return Array(bytes[position..<end])
  }

  /// Reads text in which only `$`, backticks and their escapes are special.
  ///
  /// - Parameter end: The closing quote, or nil to read all bytes. With nil, quotes are ordinary
  ///   text.
  mutating func text(until end: UInt8?) throws(CurlProblem) -> [UInt8] {
    var result: [UInt8] = []
    while let byte = take() {
      switch byte {
      case end: return result
      case UInt8(ascii: "\\"):
        let escaped = take()
        if escaped == UInt8(ascii: "\n") { continue }
        let isSpecial = escaped.map { "\\$`".utf8.contains($0) || $0 == end } ?? false
        result += (isSpecial ? [] : [byte]) + (escaped.map { [$0] } ?? [])
      case UInt8(ascii: "$"), UInt8(ascii: "`"): result += expansion(byte, in: .quoted)
      default: result.append(byte)
      }
    }
    if end != nil { throw Self.unclosed("\"") }
    return result
  }

  private static let escapes = Dictionary(
    uniqueKeysWithValues: zip(
      "abeEfnrtv\\'\"?".utf8, "\u{7}\u{8}\u{1B}\u{1B}\u{C}\n\r\t\u{B}\\'\"?".utf8))

  private mutating func ansiQuoted() throws(CurlProblem) -> [UInt8] {
    var result: [UInt8] = []
    while let byte = take() {
      if byte == UInt8(ascii: "'") { return Array(result.prefix { $0 != 0 }) }
      guard byte == UInt8(ascii: "\\"), let escape = take() else {
        result.append(byte)
        continue
      }
      switch escape {
      case UInt8(ascii: "x"): result.append(UInt8(truncatingIfNeeded: number(16, digits: 2)))
      case UInt8(ascii: "u"): result += scalar(digits: 4)
      case UInt8(ascii: "U"): result += scalar(digits: 8)
      case 0x30...0x37:
        position -= 1
        result.append(UInt8(truncatingIfNeeded: number(8, digits: 3)))
      default: result += Self.escapes[escape].map { [$0] } ?? [byte, escape]
      }
    }
    throw Self.unclosed("'")
  }

  private mutating func number(_ radix: Int, digits: Int) -> Int {
    let text = bytes[position...].prefix(digits).prefix {
      $0 < 0x80 && Int(String(Unicode.Scalar($0)), radix: radix) != nil
    }
    position = text.endIndex
    return Int(String(decoding: text, as: UTF8.self), radix: radix) ?? 0
  }

  private mutating func scalar(digits: Int) -> [UInt8] {
    let start = position
    let value = UInt32(truncatingIfNeeded: number(16, digits: digits))
    let scalar = position > start ? Unicode.Scalar(value) : nil
    return Array(String(Character(scalar ?? "\u{FFFD}")).utf8)
  }

  /// Expands `$NAME` or `${NAME}` after `first` was read, and returns the bytes of the variable. If
  /// `first` is a backtick, or a `$` that does not begin a variable, returns `first`.
  private mutating func expansion(
    _ first: UInt8, in place: ShellVariables.Quotation
  ) -> [UInt8] {
    let isBraced = next == UInt8(ascii: "{")
    let name = bytes[position...].dropFirst(isBraced ? 1 : 0).prefix(while: ShellWord.isNameByte)
    let end = name.endIndex + (isBraced ? 1 : 0)
    if first == UInt8(ascii: "`") {
      substitution = substitution ?? "`"
    } else if let initial = name.first, !(0x30...0x39).contains(initial),
      !isBraced || bytes[..<min(end, bytes.count)].last == UInt8(ascii: "}")
    {
      position = end
      return variables.bytes(of: String(decoding: name, as: UTF8.self), in: place)
    } else if let next, "({0123456789@*#?$!-".utf8.contains(next) {
      substitution = substitution ?? "$\(Unicode.Scalar(next))"
    }
    return [first]
  }

  private static func unclosed(_ mark: String) -> CurlProblem {
    CurlProblem(
      what: "The curl line cannot be read.", why: "A quote (\(mark)) is not closed.",
      whatToDo: "Copy the full command, with its last line.")
  }
}

/// One word of shell text, without its quotes.
struct ShellWord {
  var bytes: [UInt8] = []
  var isQuoted = false

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether the word is a single unquoted variable. A shell may expand it to any number of words.
  var isLoose: Bool { !isQuoted && bytes.count == 4 && ShellVariables.areUsed(in: bytes) }

  /// The name in an assignment `NAME=VALUE`. Nil for any other word.
  var assignedName: String? {
    let name = bytes.prefix(while: Self.isNameByte)
    guard !name.isEmpty, bytes.dropFirst(name.count).first == UInt8(ascii: "=") else { return nil }
    return String(decoding: name, as: UTF8.self)
  }

  static func isNameByte(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte & 0xDF) || (0x30...0x39).contains(byte)
      || byte == UInt8(ascii: "_")
  }
}
