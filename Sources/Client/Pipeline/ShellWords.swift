/// Splits a command line as a POSIX shell would, without running or expanding anything.
///
/// - Source: POSIX.1-2024, Shell Command Language, section 2.2 (quoting, dollar-single-quotes).
struct ShellWords {
  private(set) var words: [String] = []
  /// Names after `$` that a shell would have replaced; they stay as they are.
  private(set) var unexpanded: [String] = []
  /// What follows an operator such as `|`, which is not read.
  private(set) var rest: String?

  private var text: Substring
  private var word = ""
  private var isInWord = false

  init(_ line: String) throws(CurlProblem) {
    text = line.replacing("\r\n", with: "\n")[...]
    try split()
  }

  private mutating func split() throws(CurlProblem) {
    while let character = text.popFirst() {
      switch character {
      case "\\":
        let next = text.popFirst()
        if let next, next != "\n" { append(next) }
      case "'": append(try quoted(until: "'"))
      case "\"": try takeDoubleQuoted()
      case "$" where text.first == "'":
        text = text.dropFirst()
        append(try ansiQuoted())
      case " ", "\t", "\n": endWord()
      case "#" where !isInWord: text = text.drop { $0 != "\n" }
      case "|", ";", ">", "<", "&":
        // An & within a word is an unquoted URL; a shell would cut it off, nobody wants that.
        if character == "&", isInWord, let next = text.first, !" \t\n&".contains(next) {
          append(character)
        } else {
          rest = String(character) + text
          text = ""
        }
      default:
        if character == "$" || character == "`" { noteExpansion(character) }
        append(character)
      }
    }
    endWord()
  }

  private mutating func append(_ piece: Character) {
    word.append(piece)
    isInWord = true
  }

  private mutating func append(_ piece: String) {
    word += piece
    isInWord = true
  }

  private mutating func endWord() {
    if isInWord { words.append(word) }
    word = ""
    isInWord = false
  }

  private mutating func quoted(until end: Character) throws(CurlProblem) -> String {
    guard let close = text.firstIndex(of: end) else { throw Self.unclosed(end) }
    let piece = String(text[..<close])
    text = text[text.index(after: close)...]
    return piece
  }

  private mutating func takeDoubleQuoted() throws(CurlProblem) {
    append("")
    while let character = text.popFirst() {
      switch character {
      case "\"": return
      case "\\":
        guard let next = text.popFirst() else { throw Self.unclosed("\"") }
        if next != "\n" { append("\"\\$`".contains(next) ? String(next) : "\\\(next)") }
      default:
        if character == "$" || character == "`" { noteExpansion(character) }
        append(character)
      }
    }
    throw Self.unclosed("\"")
  }

  private mutating func ansiQuoted() throws(CurlProblem) -> String {
    var bytes: [UInt8] = []
    while let character = text.popFirst() {
      if character == "'" { return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
      guard character == "\\" else {
        bytes += Array(String(character).utf8)
        continue
      }
      guard let escape = text.popFirst() else { break }
      switch escape {
      case "n": bytes.append(10)
      case "t": bytes.append(9)
      case "r": bytes.append(13)
      case "a": bytes.append(7)
      case "b": bytes.append(8)
      case "e", "E": bytes.append(27)
      case "f": bytes.append(12)
      case "v": bytes.append(11)
      case "x": bytes.append(UInt8(truncatingIfNeeded: number(radix: 16, digits: 2) ?? 0))
      case "u": bytes += Self.utf8(number(radix: 16, digits: 4))
      case "U": bytes += Self.utf8(number(radix: 16, digits: 8))
      case "0"..."7":
        text = text.base[text.base.index(before: text.startIndex)...]
        bytes.append(UInt8(truncatingIfNeeded: number(radix: 8, digits: 3) ?? 0))
      case "'", "\"", "\\", "?": bytes += Array(String(escape).utf8)
      default: bytes += Array("\\\(escape)".utf8)
      }
    }
    throw Self.unclosed("'")
  }

  private mutating func number(radix: Int, digits: Int) -> Int? {
    let found = text.prefix(digits).prefix { $0.isASCII && Int(String($0), radix: radix) != nil }
    text = text.dropFirst(found.count)
    return Int(found, radix: radix)
  }

  private static func utf8(_ value: Int?) -> [UInt8] {
    let scalar = value.flatMap { UInt32(exactly: $0) }.flatMap(Unicode.Scalar.init) ?? "\u{FFFD}"
    return Array(String(Character(scalar)).utf8)
  }

  private mutating func noteExpansion(_ character: Character) {
    let name = text.prefix { $0.isLetter || $0.isNumber || "_{(".contains($0) }
    if character == "`" || !name.isEmpty { unexpanded.append("\(character)\(name)") }
  }

  private static func unclosed(_ mark: Character) -> CurlProblem {
    CurlProblem(
      what: "The curl line cannot be read.", why: "A quote (\(mark)) is not closed.",
      whatToDo: "Copy the whole command, with its last line.")
  }
}
