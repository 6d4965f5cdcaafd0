/// A check whether text is well-formed XML 1.0, which accepts the text in chunks.
///
/// The validator accepts only UTF-8, the five predefined entities, and document types without an
/// internal subset, so nothing is expanded, loaded or defined. Memory is limited, because only the
/// names of open elements and the current tag are stored.
///
/// - Source: XML 1.0 (Fifth Edition), sections 2 to 4.
package struct XMLValidator: Sendable {
  /// A syntax error: position and reason.
  package struct Fault: Hashable, Sendable {
    package let place: TextPosition
    package let why: String
    /// Whether the text may be valid XML that Weir does not accept, because it contains definitions
    /// or exceeds a limit.
    package var isRefusal = false
    /// The error as a sentence: `Line 3, column 7: <a> is closed by </b>.`
    package var sentence: String { "Line \(place.line), column \(place.column): \(why)" }
  }

  /// The encodings that the XML declaration may name.
  package enum DeclaredEncoding: Hashable, Sendable {
    /// UTF-8 or a subset of it, because the bytes are read as received.
    case ofTheBytes
    /// Any encoding, because the text was decoded to UTF-8.
    case decoded
  }

  /// The maximum number of open elements, and the maximum length in bytes of a tag or comment.
  package static let (deepest, longest) = (1_000, 1 << 20)

  /// The kind of text to which the current byte belongs.
  private enum State {
    case text, reference
    case markup(Markup)
  }
  private enum Markup { case unknown, tag, comment, section, instruction, doctype }

  /// The first error, or nil if there is none so far.
  package private(set) var fault: Fault?

  private var state = State.text
  /// The bytes of the current markup or reference after its first byte.
  private var held: [UInt8] = []
  private var quote: UInt8 = 0
  private var open: [[UInt8]] = []
  private var hasRoot = false
  private var hasDoctype = false
  private var brackets = 0
  private var utf8 = UTF8Check()
  private var line = 1
  private var column = 0
  private var start = TextPosition(line: 1, column: 1)

  private let encoding: DeclaredEncoding

  package init(_ encoding: DeclaredEncoding = .ofTheBytes) { self.encoding = encoding }

  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes where fault == nil { take(byte) }
  }

  /// Ends the text. Returns the first error, or nil if the text is well-formed.
  package mutating func finish() -> Fault? {
    if fault != nil { return fault }
    column += 1
    if !utf8.isComplete { fail("a character is cut off.") }
    switch state {
    case .text: break
    case .reference: fail("a reference is not terminated.", at: start)
    case .markup: fail("the markup that begins here is not terminated.", at: start)
    }
    if let name = open.last { fail("<\(Self.word(name))> is not closed.") }
    if !hasRoot { fail("there is no root element.") }
    return fault
  }

  package static func fault(
    in bytes: some Sequence<UInt8>, _ encoding: DeclaredEncoding = .ofTheBytes
  ) -> Fault? {
    var validator = XMLValidator(encoding)
    validator.feed(bytes)
    return validator.finish()
  }

  private mutating func take(_ byte: UInt8) {
    guard utf8.take(byte) else { return fail("invalid UTF-8.") }
    if byte == 0x0A {
      line += 1
      column = 0
    } else if byte & 0xC0 != 0x80 {
      column += 1
    }
    if byte < 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D { return fail("a control character.") }
    switch state {
    case .text: takeText(byte)
    case .reference: takeReference(byte)
    case .markup(let markup): takeMarkup(byte, markup)
    }
  }

  private mutating func takeText(_ byte: UInt8) {
    if byte == UInt8(ascii: "<") { return begin(.markup(.unknown)) }
    if byte == UInt8(ascii: "&") {
      return open.isEmpty ? fail("text outside the root element.") : begin(.reference)
    }
    if open.isEmpty {
      // A byte order mark at the start is not text, and its three bytes are not counted as columns.
      let isMark = line == 1 && column == 1 && !hasRoot && [0xEF, 0xBB, 0xBF].contains(byte)
      if isMark, byte == 0xBF { column = 0 }
      if byte > 0x20, !isMark { fail("text outside the root element.") }
      return
    }
    if byte == UInt8(ascii: "]") {
      brackets += 1
    } else {
      if byte == UInt8(ascii: ">"), brackets >= 2 { fail("]]> occurs in text.") }
      brackets = 0
    }
  }

  private mutating func begin(_ next: State) {
    (state, held, quote, brackets) = (next, [], 0, 0)
    start = TextPosition(line: line, column: max(1, column))
  }

  private mutating func takeReference(_ byte: UInt8) {
    guard byte != UInt8(ascii: ";") else {
      if !Self.isReference(held) {
        fail("&\(Self.word(held)); is not a predefined XML entity.", at: start)
      }
      state = .text
      return
    }
    held.append(byte)
    if held.count > 12 || byte <= 0x20 || byte == UInt8(ascii: "<") {
      fail("this & does not begin a reference.", at: start)
    }
  }

  private mutating func takeMarkup(_ byte: UInt8, _ markup: Markup) {
    held.append(byte)
    guard held.count <= Self.longest else {
      fail("the markup that begins here is longer than \(Self.longest) bytes.", at: start)
      return refuse()
    }
    switch markup {
    case .unknown: choose()
    case .tag: takeTag(byte)
    case .comment: if ends("-->"), held.count >= 6 { endComment() }
    case .section: if ends("]]>") { state = .text }
    case .instruction: if ends("?>") { endInstruction() }
    case .doctype:
      if byte == UInt8(ascii: "["), quote == 0 {
        fail("a document type with definitions is not supported.", at: start)
        return refuse()
      }
      takeTag(byte)
    }
  }

  private mutating func choose() {
    switch held[0] {
    case UInt8(ascii: "?"): state = .markup(.instruction)
    case UInt8(ascii: "!"):
      let kinds: [(String, Markup)] = [
        ("!--", .comment), ("![CDATA[", .section), ("!DOCTYPE", .doctype),
      ]
      for (word, kind) in kinds where held == Array(word.utf8) {
        if kind == .section, open.isEmpty {
          return fail("text outside the root element.", at: start)
        }
        if kind == .doctype, hasRoot || hasDoctype {
          return fail("a document type is not allowed here.", at: start)
        }
        hasDoctype = hasDoctype || kind == .doctype
        state = .markup(kind)
      }
      if !kinds.contains(where: {
        Array($0.0.utf8).starts(with: held) || held.starts(with: Array($0.0.utf8))
      }) {
        fail("<\(Self.word(held)) does not begin any markup.", at: start)
      }
    default:
      state = .markup(.tag)
      takeTag(held[0])
    }
  }

  private mutating func takeTag(_ byte: UInt8) {
    if quote != 0 {
      if byte == quote { quote = 0 }
    } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      quote = byte
    } else if byte == UInt8(ascii: "<") {
      fail("< occurs inside a tag.")
    } else if byte == UInt8(ascii: ">") {
      if case .markup(.tag) = state { endTag() }
      if fault == nil { state = .text }
    }
  }

  private mutating func endTag() {
    switch XMLTag.read(held.dropLast()) {
    case .failure(let problem): fail(problem.why, at: start)
    case .success(.end(let name)):
      guard let last = open.popLast() else {
        return fail("</\(Self.word(name))> has no opening tag.", at: start)
      }
      if last != name {
        fail("<\(Self.word(last))> is closed by </\(Self.word(name))>.", at: start)
      }
    case .success(.start(let name, let isEmpty)):
      if open.isEmpty, hasRoot {
        return fail("there is a second root element.", at: start)
      }
      hasRoot = true
      if isEmpty { return }
      guard open.count < Self.deepest else {
        fail("more than \(Self.deepest) elements are open.", at: start)
        return refuse()
      }
      open.append(name)
    }
  }

  private mutating func endComment() {
    state = .text
    let inside = held.dropFirst(3).dropLast(3)
    if zip(inside, inside.dropFirst()).contains(where: { $0 == 0x2D && $1 == 0x2D })
      || inside.last == 0x2D
    {
      fail("-- occurs inside a comment.", at: start)
    }
  }

  private mutating func endInstruction() {
    state = .text
    let name = held.dropFirst().prefix { XMLTag.isName($0) }
    guard let first = name.first, XMLTag.isNameStart(first) else {
      return fail("an instruction has no name.", at: start)
    }
    let isDeclaration = String(decoding: name, as: UTF8.self).lowercased() == "xml"
    if isDeclaration, start != TextPosition(line: 1, column: 1) {
      return fail("the declaration must come first.", at: start)
    }
    guard isDeclaration, encoding == .ofTheBytes else { return }
    let words = String(decoding: held, as: UTF8.self).lowercased()
    if words.contains("encoding"), !words.contains("utf-8"), !words.contains("us-ascii") {
      fail("only UTF-8 is supported.", at: start)
    }
  }

  private func ends(_ word: String) -> Bool {
    held.suffix(word.utf8.count).elementsEqual(word.utf8)
  }

  private mutating func fail(_ why: String, at place: TextPosition? = nil) {
    if fault == nil {
      fault = Fault(place: place ?? TextPosition(line: line, column: max(1, column)), why: why)
    }
  }

  private mutating func refuse() { fault?.isRefusal = true }

  private static func word(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix(40), as: UTF8.self)
  }

  /// Returns whether a reference such as `amp`, `#38` or `#x26` is valid. Source: sections 4.1 and
  /// 4.6.
  static func isReference(_ name: some Collection<UInt8>) -> Bool {
    let text = String(decoding: name, as: UTF8.self)
    if ["lt", "gt", "amp", "apos", "quot"].contains(text) { return true }
    guard text.begins(with: "#") else { return false }
    let isHex = text.begins(with: "#x")
    let digits = text.dropping(bytes: isHex ? 2 : 1)
    guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
      let code = UInt32(digits, radix: isHex ? 16 : 10), Unicode.Scalar(code) != nil
    else { return false }
    return code >= 0x20 && code != 0xFFFE && code != 0xFFFF || [0x09, 0x0A, 0x0D].contains(code)
  }
}
