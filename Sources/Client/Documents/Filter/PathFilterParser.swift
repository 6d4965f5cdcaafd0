/// A parser of jq programs that select values by a path.
struct PathFilterParser {
  private let bytes: [UInt8]
  private var at = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func completeProgram() -> [PathFilter.Step]? {
    var steps: [PathFilter.Step] = []
    repeat {
      guard let more = part() else { return nil }
      steps += more
      space()
    } while takePipe()
    return at == bytes.count ? steps : nil
  }

  /// Parses the longest path that ends before a `|`. Returns the path and the program after the
  /// `|`, or nil if the program does not begin with a path.
  mutating func beginning() -> ([PathFilter.Step], String)? {
    var steps: [PathFilter.Step] = []
    var end: Int?
    while true {
      let start = at
      guard let more = part() else { break }
      space()
      guard takePipe() else {
        // The parsed text may be the start of a longer expression, such as `.a + 1`.
        at = start
        break
      }
      steps += more
      end = at
    }
    guard let end else { return nil }
    return (steps, String(decoding: bytes[end...], as: UTF8.self))
  }

  /// Parses a complete path and its test. `literal` is the text of the scalar that is compared with
  /// the path.
  mutating func comparedPath() -> ([PathFilter.Step], PathFilter.Test, literal: [UInt8])? {
    var steps: [PathFilter.Step] = []
    repeat {
      guard let more = part() else { return nil }
      steps += more
      space()
    } while takePipe()
    if at == bytes.count { return (steps, .isTrue, []) }
    guard let comparison = PathFilter.Comparison.allCases.first(where: { take($0.rawValue) })
    else { return nil }
    space()
    let start = at
    guard let literal = literal() else { return nil }
    let text = Array(bytes[start..<at])
    space()
    return at == bytes.count ? (steps, .compare(comparison, literal), text) : nil
  }

  // MARK: Parts

  /// Parses the expression between two pipes.
  private mutating func part() -> [PathFilter.Step]? {
    space()
    let start = at
    if let steps = selection() { return steps }
    at = start
    return path()
  }

  /// Parses `select(PATH)` or `select(PATH == LITERAL)`.
  private mutating func selection() -> [PathFilter.Step]? {
    guard take("select") else { return nil }
    space()
    guard take("("), let path = path() else { return nil }
    space()
    var test = PathFilter.Test.isTrue
    if let comparison = PathFilter.Comparison.allCases.first(where: { take($0.rawValue) }) {
      guard let literal = literal() else { return nil }
      test = .compare(comparison, literal)
      space()
    }
    guard take(")") else { return nil }
    return [.mark] + path + [.test(test)]
  }

  private mutating func path() -> [PathFilter.Step]? {
    space()
    guard peek == UInt8(ascii: ".") else { return nil }
    at += 1
    var steps: [PathFilter.Step] = []
    // The first dot is followed by a name, a string, a bracket, or nothing.
    if let name = name() {
      steps.append(.field(name, fit()))
    } else {
      let start = at
      space()
      if peek == JSONByte.quote {
        guard let key = string() else { return nil }
        steps.append(.field(key, fit()))
      } else if peek == UInt8(ascii: "."), at == start {
        return nil
      } else {
        at = start
      }
    }
    while true {
      let start = at
      space()
      if take("[") {
        guard let step = bracket() else { return nil }
        steps.append(step)
      } else if !steps.isEmpty, take(".") {
        guard let key = name() ?? string() else { return nil }
        steps.append(.field(key, fit()))
      } else {
        at = start
        return steps
      }
    }
  }

  /// Parses the text after an opening bracket, up to and including the closing bracket.
  private mutating func bracket() -> PathFilter.Step? {
    space()
    if take("]") { return .each(fit()) }
    if peek == JSONByte.quote {
      guard let key = string() else { return nil }
      space()
      return take("]") ? .field(key, fit()) : nil
    }
    let first = integer()
    space()
    guard take(":") else {
      guard let first, take("]") else { return nil }
      return .item(first, fit())
    }
    space()
    let last = integer()
    space()
    guard first != nil || last != nil, take("]") else { return nil }
    return .slice(first, last, fit())
  }

  private mutating func fit() -> PathFilter.Fit {
    let start = at
    space()
    guard take("?") else {
      at = start
      return .demanded
    }
    return .optional
  }

  // MARK: Words

  private var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func space() {
    while let byte = peek, JSONByte.isSpace(byte) { at += 1 }
  }

  private mutating func take(_ word: String) -> Bool {
    guard bytes[at...].starts(with: word.utf8) else { return false }
    at += word.utf8.count
    return true
  }

  /// Parses a pipe. The `|` of `|=` is not a pipe.
  private mutating func takePipe() -> Bool {
    guard peek == UInt8(ascii: "|"), at + 1 == bytes.count || bytes[at + 1] != UInt8(ascii: "=")
    else { return false }
    at += 1
    return true
  }

  private mutating func name() -> [UInt8]? {
    var end = at
    while end < bytes.count {
      let byte = bytes[end]
      let isLetter = (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_")
      guard isLetter || (end > at && JSONByte.isDigit(byte)) else { break }
      end += 1
    }
    guard end > at else { return nil }
    defer { at = end }
    return Array(bytes[at..<end])
  }

  /// Parses and decodes a string, which must not contain `\(…)`.
  private mutating func string() -> [UInt8]? {
    guard peek == JSONByte.quote else { return nil }
    var end = at + 1
    while end < bytes.count, bytes[end] != JSONByte.quote {
      end += bytes[end] == JSONByte.backslash ? 2 : 1
    }
    guard end < bytes.count, JSONValidator.fault(in: Array(bytes[at...end])) == nil else {
      return nil
    }
    defer { at = end + 1 }
    return JSONText.decoded(bytes[(at + 1)..<end])
  }

  private mutating func integer() -> Int? {
    var end = at
    if end < bytes.count, bytes[end] == UInt8(ascii: "-") { end += 1 }
    while end < bytes.count, JSONByte.isDigit(bytes[end]) { end += 1 }
    // An index of more than ten characters must be evaluated by jq, which may round it.
    guard end - at <= 10, let number = Int(String(decoding: bytes[at..<end], as: UTF8.self)) else {
      return nil
    }
    at = end
    return number
  }

  private mutating func literal() -> PathFilter.Literal? {
    space()
    if peek == JSONByte.quote { return string().map(PathFilter.Literal.string) }
    var end = at
    while end < bytes.count {
      let byte = bytes[end]
      let isWord =
        JSONByte.isDigit(byte) || (0x61...0x7A).contains(byte | 0x20)
        || [UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), 0x5F].contains(byte)
      guard isWord else { break }
      end += 1
    }
    let word = Array(bytes[at..<end])
    let text = String(decoding: word, as: UTF8.self)
    defer { at = end }
    switch text {
    case "null": return .null
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    default:
      guard JSONValidator.fault(in: word) == nil, let number = Double(text) else { return nil }
      return .number(number)
    }
  }
}
