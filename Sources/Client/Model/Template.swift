/// Parses `{{name}}` and `{{name:-default}}` templates in text. Filled-in values are not searched
/// for further templates. `$` has no special meaning. `{{"{{"}}` stands for a literal `{{`.
package struct Template {
  package enum Piece: Equatable {
    case text(Substring)
    case name(Use)
  }

  /// A name in braces. Its description is the text between the braces.
  package struct Use: Equatable, CustomStringConvertible {
    package let name: String
    /// The text that replaces a missing or empty value, or nil if there is none.
    package let fallback: String?

    package var description: String { name + (fallback.map { ":-\($0)" } ?? "") }
  }

  private enum Meaning {
    case name(Use)
    case braces(Substring)
  }

  private static let bracesMark = "{{\"{{\"}}"

  /// Splits the text into plain text and template names. Braces that contain no valid name are
  /// plain text, so JSON such as `{"a":{{}}}` is kept.
  package static func pieces(of text: String) -> [Piece] {
    guard text.utf8.contains(UInt8(ascii: "{")) else {
      return text.isEmpty ? [] : [.text(text[...])]
    }
    var pieces: [Piece] = []
    var rest = text[...]
    while let (range, meaning) = next(in: text, from: rest.startIndex) {
      let before = rest[..<range.lowerBound]
      if !before.isEmpty { pieces.append(.text(before)) }
      switch meaning {
      case .name(let name): pieces.append(.name(name))
      case .braces(let braces): pieces.append(.text(braces))
      }
      rest = text[range.upperBound...]
    }
    if !rest.isEmpty { pieces.append(.text(rest)) }
    return pieces
  }

  /// Returns a template that produces exactly the given text.
  package static func literal(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
    var result = ""
    var rest = text[...]
    while let (range, _) = next(in: text, from: rest.startIndex) {
      let inner = text.utf8.index(range.lowerBound, offsetBy: 2)
      result += rest[..<range.lowerBound] + bracesMark + text[inner..<range.upperBound]
      rest = text[range.upperBound...]
    }
    guard let open = unclosed(in: rest) else { return result + rest }
    return result + rest[..<open.startIndex] + bracesMark + open.dropping(bytes: 2)
  }

  /// Returns the unterminated template at the end of the text, such as `{{tok` or `{{host:-lo`.
  /// Returns nil if there is none.
  package static func unclosed(in text: some StringProtocol) -> Substring? {
    let text = Substring(text)
    var (tail, open) = (text, text[text.endIndex...])
    while let braces = tail.firstRange(ofBytes: "{{") {
      (tail, open) = (text[braces.upperBound...], text[braces.lowerBound...])
    }
    var inner = open.utf8.dropFirst(2)
    if inner.last == UInt8(ascii: "}") { inner = inner.dropLast() }
    let name = inner.prefix(while: isNameByte)
    let rest = Substring(inner[name.endIndex...])
    let isOpen = rest.isEmpty || rest.begins(with: ":-") && !rest.contains(anyByte: "{}\n")
    return !name.isEmpty && isOpen ? open : nil
  }

  /// Returns the next template or the next escaped braces. Returns nil if neither follows.
  private static func next(
    in text: String, from: String.Index
  ) -> (range: Range<String.Index>, meaning: Meaning)? {
    var start = from
    while let open = text[start...].firstRange(ofBytes: "{{") {
      // A third brace is plain text: `{{{name}}}` is a value surrounded by braces.
      let inner = text[open.upperBound...].drop(whileByte: { $0 == brace }).startIndex
      let first = text.utf8.index(inner, offsetBy: -2)
      if text.utf8[first...].starts(with: bracesMark.utf8) {
        let braces = text.utf8.index(inner, offsetBy: 1)
        let end = text.utf8.index(braces, offsetBy: 2)
        return (first..<text.utf8.index(end, offsetBy: 3), .braces(text[braces..<end]))
      }
      guard let (use, end) = use(in: text[inner...]) else {
        start = inner
        continue
      }
      return (first..<end, .name(use))
    }
    return nil
  }

  /// Parses a template after its opening braces. Returns the template and the position after the
  /// closing braces. Returns nil if the template is not valid.
  private static func use(in text: Substring) -> (Use, end: String.Index)? {
    let name = text.drop(whileByte: { $0 == space }).prefix(whileByte: isNameByte)
    var rest = text[name.endIndex...].drop(whileByte: { $0 == space })
    var fallback: Substring?
    if rest.begins(with: ":-") {
      // Braces would make the end of the template ambiguous.
      let found = rest.dropping(bytes: 2).prefix(whileByte: { !"{}\r\n".utf8.contains($0) })
      rest = text[found.endIndex...]
      fallback = found.drop(whileByte: { $0 == space })
    }
    guard !name.isEmpty, rest.begins(with: "}}") else { return nil }
    while fallback?.ends(with: " ") == true { fallback = fallback?.droppingLast(bytes: 1) }
    let use = Use(name: String(name), fallback: fallback.map(String.init))
    return (use, text.utf8.index(rest.startIndex, offsetBy: 2))
  }

  /// Returns whether the text consists only of templates, at least one.
  package static func isOnlyTemplates(_ text: String) -> Bool {
    let found = pieces(of: text)
    return !found.isEmpty
      && found.allSatisfy { if case .name = $0 { true } else { false } }
  }

  /// Returns whether the byte is an ASCII letter or digit, `_`, `-` or `.`.
  package static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2D, 0x2E: true
    default: false
    }
  }

  private static let brace = UInt8(ascii: "{")
  private static let space = UInt8(ascii: " ")
}
