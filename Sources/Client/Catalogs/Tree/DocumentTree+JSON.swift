import ClientYAML

extension DocumentTree {
  /// Reads strict JSON.
  ///
  /// - Parameter pause: Called regularly with the number of bytes read so far. Throws to stop
  ///   reading.
  /// - Source: RFC 8259. A lone surrogate becomes U+FFFD.
  static func json(
    _ bytes: UnsafeBufferPointer<UInt8>, file: String, budget: TreeBudget = .standard,
    pause: (Int) throws(CatalogStop) -> Void
  ) throws(CatalogStop) -> DocumentTree {
    var reader = JSONTreeReader(bytes: bytes, file: file, budget: budget)
    return try reader.read(pause: pause)
  }
}

/// A reader of JSON text in one pass, without recursion.
private struct JSONTreeReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let file: String
  private var builder: TreeBuilder
  private var position = 0
  private var line = 1
  /// The position of column 1, plus the number of continuation bytes in the line. Columns count
  /// scalars.
  private var lineStart = 0

  init(bytes: UnsafeBufferPointer<UInt8>, file: String, budget: TreeBudget) {
    self.bytes = bytes
    self.file = file
    builder = TreeBuilder(file: file, budget: budget, bytes: bytes.count)
  }

  mutating func read(pause: (Int) throws(CatalogStop) -> Void) throws(CatalogStop) -> DocumentTree {
    var count = 0
    repeat {
      count += 1
      if count % 16384 == 0 { try pause(position) }
      do throws(YAMLProblem) { try step() } catch { throw .problem(error) }
    } while builder.isOpen
    skipSpace()
    if position < bytes.count {
      throw .problem(problem("Something follows the end of the JSON document."))
    }
    do throws(YAMLProblem) { return try builder.finished() } catch { throw .problem(error) }
  }

  /// Reads one value with the text before it, or one closing bracket.
  private mutating func step() throws(YAMLProblem) {
    skipSpace()
    switch builder.innermost {
    case .list:
      if peek == UInt8(ascii: "]") { return close() }
      if !isFirst { try pass(UInt8(ascii: ","), "a comma or `]`") }
      isFirst = false
      skipSpace()
      try value()
    case .mapping:
      if peek == UInt8(ascii: "}") { return close() }
      if !isFirst { try pass(UInt8(ascii: ","), "a comma or `}`") }
      isFirst = false
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw unexpected("a name in quotes") }
      try string()
      skipSpace()
      try pass(UInt8(ascii: ":"), "a colon")
      skipSpace()
      try value()
    default: try value()
    }
  }

  /// Whether the innermost list or mapping has no child yet.
  private var isFirst = true

  private mutating func close() {
    position += 1
    _ = builder.end()
    isFirst = false
  }

  private var peek: UInt8 { position < bytes.count ? bytes[position] : 0 }
  private var column: Int { position - lineStart + 1 }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0D: position += 1
      case 0x0A:
        position += 1
        line += 1
        lineStart = position
      default: return
      }
    }
  }

  private mutating func pass(_ byte: UInt8, _ wanted: String) throws(YAMLProblem) {
    guard position < bytes.count, bytes[position] == byte else { throw unexpected(wanted) }
    position += 1
  }

  private mutating func value() throws(YAMLProblem) {
    guard position < bytes.count else { throw problem("The JSON document ends too early.") }
    switch bytes[position] {
    case UInt8(ascii: "{"):
      try builder.begin(.mapping, line: line, column: column)
      position += 1
      isFirst = true
    case UInt8(ascii: "["):
      try builder.begin(.list, line: line, column: column)
      position += 1
      isFirst = true
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "t"): try word("true", .plain)
    case UInt8(ascii: "f"): try word("false", .plain)
    case UInt8(ascii: "n"): try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
    default: throw unexpected("a value")
    }
  }

  private mutating func word(
    _ word: StaticString, _ kind: DocumentTree.Node.Kind
  ) throws(YAMLProblem) {
    let end = position + word.utf8CodeUnitCount
    guard end <= bytes.count,
      (0..<word.utf8CodeUnitCount).allSatisfy({ bytes[position + $0] == word.utf8Start[$0] })
    else { throw unexpected("a value") }
    try builder.scalar(
      kind, UnsafeBufferPointer(rebasing: bytes[position..<end]), line: line, column: column)
    position = end
  }

  private mutating func number() throws(YAMLProblem) {
    let start = position
    var end = position
    func digits() -> Int {
      let from = end
      while end < bytes.count, (0x30...0x39).contains(bytes[end]) { end += 1 }
      return end - from
    }
    func isNext(_ set: StaticString) -> Bool {
      end < bytes.count
        && (0..<set.utf8CodeUnitCount).contains { set.utf8Start[$0] == bytes[end] }
    }
    if isNext("-") { end += 1 }
    let first = end
    let integer = digits()
    var isWell = integer == 1 || (integer > 1 && bytes[first] != 0x30)
    if isNext(".") {
      end += 1
      isWell = digits() > 0 && isWell
    }
    if isNext("eE") {
      end += 1
      if isNext("+-") { end += 1 }
      isWell = digits() > 0 && isWell
    }
    guard isWell else { throw unexpected("a number as JSON writes it") }
    try builder.scalar(
      .plain, UnsafeBufferPointer(rebasing: bytes[start..<end]), line: line, column: column)
    position = end
  }

  /// Reads a string with its quotes. The bytes between two escapes are copied unchanged.
  private mutating func string() throws(YAMLProblem) {
    let (startLine, startColumn) = (line, column)
    position += 1
    let start = builder.tree.text.count
    while true {
      let from = position
      var continuations = 0
      while position < bytes.count, bytes[position] != 0x22, bytes[position] != 0x5C,
        bytes[position] >= 0x20
      {
        if bytes[position] & 0xC0 == 0x80 { continuations += 1 }
        position += 1
      }
      builder.append(UnsafeBufferPointer(rebasing: bytes[from..<position]))
      lineStart += continuations
      guard position < bytes.count else { throw problem("A text has no closing quote.") }
      switch bytes[position] {
      case 0x22:
        position += 1
        return try builder.scalar(.text, from: start, line: startLine, column: startColumn)
      case 0x5C: builder.append(try escape())
      default: throw unexpected("a text without control characters")
      }
    }
  }

  private mutating func escape() throws(YAMLProblem) -> Unicode.Scalar {
    position += 1
    let letter = peek
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "u"):
      let unit = try fourDigits()
      guard unit & 0xFC00 == 0xD800, position + 1 < bytes.count, bytes[position] == 0x5C,
        bytes[position + 1] == UInt8(ascii: "u")
      else { return Unicode.Scalar(UInt32(unit)) ?? "\u{FFFD}" }
      let mark = position
      position += 2
      let low = try fourDigits()
      guard low & 0xFC00 == 0xDC00 else {
        position = mark
        return "\u{FFFD}"
      }
      return Unicode.Scalar(0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(low & 0x3FF)))
        ?? "\u{FFFD}"
    default:
      position -= 1
      throw unexpected("an escape such as \\n")
    }
  }

  private mutating func fourDigits() throws(YAMLProblem) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      let digit: UInt8
      switch peek {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = peek - 0x30
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = peek - 0x57
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = peek - 0x37
      default: throw unexpected("four hexadecimal digits")
      }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }

  private func unexpected(_ wanted: String) -> YAMLProblem {
    guard position < bytes.count else { return problem("The JSON document ends too early.") }
    let found = Unicode.Scalar(bytes[position])
    let shown = found.value > 0x20 && found.value < 0x7F ? "`\(found)`" : "something else"
    return problem("It is not valid JSON: here stands \(shown) where \(wanted) is expected.")
  }

  private func problem(_ why: String) -> YAMLProblem {
    YAMLProblem(
      YAMLPlace(file: file, line: line, column: column), why: why,
      whatToDo: "Correct the file there.")
  }
}
