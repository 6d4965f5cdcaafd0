/// Quotes and expansions of a shell line.
extension ShellLexer {
  mutating func singleQuoted() throws(CurlProblem) -> [UInt8] {
    guard let end = bytes[position...].firstIndex(of: UInt8(ascii: "'")) else {
      throw Self.unclosed("'")
    }
    defer { position = end + 1 }
    return Array(bytes[position..<end])
  }

  mutating func doubleQuoted() throws(CurlProblem) -> [UInt8] {
    try quotedText(end: UInt8(ascii: "\""))
  }

  /// Reads text in which only `$`, backticks and a backslash before them are special.
  ///
  /// - Parameter end: The closing quote, or nil to read all bytes, in which quotes are not special.
  mutating func quotedText(end: UInt8?) throws(CurlProblem) -> [UInt8] {
    var result: [UInt8] = []
    while let byte = next {
      position += 1
      switch byte {
      case end: return result
      case UInt8(ascii: "\\"):
        guard let escaped = next else {
          if end != nil { throw Self.unclosed("\"") }
          return result + [byte]
        }
        position += 1
        if escaped == UInt8(ascii: "\n") { continue }
        let isSpecial =
          "\\$`".utf8.contains(escaped) || (end != nil && escaped == UInt8(ascii: "\""))
        result += isSpecial ? [escaped] : [byte, escaped]
      case UInt8(ascii: "$"), UInt8(ascii: "`"): result += try expansion(byte, in: .quoted)
      default: result.append(byte)
      }
    }
    if end != nil { throw Self.unclosed("\"") }
    return result
  }

  /// Reads `$'…'` with its escapes.
  mutating func ansiQuoted() throws(CurlProblem) -> [UInt8] {
    var result: [UInt8] = []
    while let byte = next {
      position += 1
      if byte == UInt8(ascii: "'") { return Array(result.prefix { $0 != 0 }) }
      guard byte == UInt8(ascii: "\\"), let escape = next else {
        result.append(byte)
        continue
      }
      position += 1
      switch escape {
      case UInt8(ascii: "n"): result.append(10)
      case UInt8(ascii: "t"): result.append(9)
      case UInt8(ascii: "r"): result.append(13)
      case UInt8(ascii: "a"): result.append(7)
      case UInt8(ascii: "b"): result.append(8)
      case UInt8(ascii: "e"), UInt8(ascii: "E"): result.append(27)
      case UInt8(ascii: "f"): result.append(12)
      case UInt8(ascii: "v"): result.append(11)
      case UInt8(ascii: "x"): result.append(UInt8(truncatingIfNeeded: number(16, digits: 2) ?? 0))
      case UInt8(ascii: "u"): result += Self.utf8(number(16, digits: 4))
      case UInt8(ascii: "U"): result += Self.utf8(number(16, digits: 8))
      case 0x30...0x37:
        position -= 1
        result.append(UInt8(truncatingIfNeeded: number(8, digits: 3) ?? 0))
      case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "?"):
        result.append(escape)
      default: result += [byte, escape]
      }
    }
    throw Self.unclosed("'")
  }

  private mutating func number(_ radix: Int, digits: Int) -> Int? {
    var value: Int?
    for _ in 0..<digits {
      guard let byte = next, byte < 0x80,
        let digit = Int(String(Unicode.Scalar(byte)), radix: radix)
      else { break }
      value = (value ?? 0) * radix + digit
      position += 1
    }
    return value
  }

  private static func utf8(_ value: Int?) -> [UInt8] {
    let scalar = value.flatMap { UInt32(exactly: $0) }.flatMap(Unicode.Scalar.init) ?? "\u{FFFD}"
    return Array(String(Character(scalar)).utf8)
  }

  // MARK: Expansions

  /// Returns the bytes for the expansion whose first character was just read, or that character if
  /// it does not begin an expansion.
  mutating func expansion(
    _ first: UInt8, in place: ShellExpansions.Place
  ) throws(CurlProblem) -> [UInt8] {
    let start = position - 1
    if first == UInt8(ascii: "`") {
      while let byte = next, byte != first {
        position += byte == UInt8(ascii: "\\") ? 2 : 1
      }
      guard next != nil else { throw Self.unclosed("`") }
      position += 1
      return expansions.output(source: text(from: start), in: place)
    }
    switch next {
    case UInt8(ascii: "("): return try substitution(from: start, in: place)
    case UInt8(ascii: "{"): return try parameter(from: start, in: place)
    case .some(let byte) where Self.beginsName(byte):
      while let more = next, Self.continuesName(more) { position += 1 }
      let name = String(decoding: bytes[(start + 1)..<position], as: UTF8.self)
      return expansions.variable(name, source: "$\(name)", in: place)
    case .some(let byte) where "0123456789@*#?$!-".utf8.contains(byte):
      position += 1
      return expansions.output(source: text(from: start), in: place)
    default: return [first]
    }
  }

  /// Reads `$(…)`, `$((…))` or `<(…)` up to its closing bracket.
  mutating func substitution(
    from start: Int, in place: ShellExpansions.Place
  ) throws(CurlProblem) -> [UInt8] {
    var depth = 0
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth == 0 { return expansions.output(source: text(from: start), in: place) }
      case UInt8(ascii: "'"): _ = try singleQuoted()
      case UInt8(ascii: "\""): try skipDoubleQuoted()
      case UInt8(ascii: "\\"): position += 1
      default: break
      }
    }
    throw Self.unclosed("(")
  }

  /// Skips a quoted text in a substitution without recording its expansions.
  private mutating func skipDoubleQuoted() throws(CurlProblem) {
    let known = expansions
    _ = try doubleQuoted()
    expansions = known
  }

  /// Reads `${NAME}` and its variants.
  private mutating func parameter(
    from start: Int, in place: ShellExpansions.Place
  ) throws(CurlProblem) -> [UInt8] {
    var depth = 0
    while let byte = next {
      position += 1
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth -= 1 }
      if depth == 0 { break }
    }
    guard depth == 0 else { throw Self.unclosed("{") }
    let inner = bytes[(start + 2)..<(position - 1)]
    guard let first = inner.first, Self.beginsName(first),
      inner.allSatisfy(Self.continuesName)
    else {
      return expansions.output(source: text(from: start), in: place)
    }
    let name = String(decoding: inner, as: UTF8.self)
    return expansions.variable(name, source: "${\(name)}", in: place)
  }

  private func text(from start: Int) -> String {
    String(decoding: bytes[start..<min(position, bytes.count)], as: UTF8.self)
  }

  private static func beginsName(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte & 0xDF) || byte == UInt8(ascii: "_")
  }

  private static func continuesName(_ byte: UInt8) -> Bool {
    beginsName(byte) || (0x30...0x39).contains(byte)
  }

  static func unclosed(_ mark: String) -> CurlProblem {
    CurlProblem(
      what: "The curl line cannot be read.", why: "A quote or bracket (\(mark)) is not closed.",
      whatToDo: "Copy the full command, with its last line.")
  }
}
