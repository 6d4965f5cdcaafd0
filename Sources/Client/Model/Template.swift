/// Fills `{{name}}` once: values are never read again, `$` means nothing.
package struct Template {
  package enum Piece: Equatable {
    case text(Substring)
    case name(Substring)
  }

  /// What stands between braces that are no name stays text, so JSON such as `{"a":{{}}}` survives.
  package static func pieces(of text: String) -> [Piece] {
    guard text.utf8.contains(UInt8(ascii: "{")) else {
      return text.isEmpty ? [] : [.text(text[...])]
    }
    var pieces: [Piece] = []
    var rest = text[...]
    var start = rest.startIndex
    while let open = text[start...].firstRange(of: "{{") {
      // A third brace belongs to the text: `{{{name}}}` is a brace around a value.
      var inner = open.upperBound
      while inner < text.endIndex, text[inner] == "{" { inner = text.index(after: inner) }
      let word = text[inner...].prefix { isNameCharacter($0) || $0 == " " }
      let name = word.drop { $0 == " " }.prefix { $0 != " " }
      guard text[word.endIndex...].hasPrefix("}}"), !name.isEmpty,
        word.drop(while: { $0 == " " }).dropFirst(name.count).allSatisfy({ $0 == " " })
      else {
        start = inner
        continue
      }
      let before = rest[..<text.index(inner, offsetBy: -2)]
      if !before.isEmpty { pieces.append(.text(before)) }
      pieces.append(.name(name))
      rest = text[text.index(word.endIndex, offsetBy: 2)...]
      start = rest.startIndex
    }
    if !rest.isEmpty { pieces.append(.text(rest)) }
    return pieces
  }

  /// True when the text is one or more templates and nothing else.
  package static func isOnlyTemplates(_ text: String) -> Bool {
    let found = pieces(of: text)
    return !found.isEmpty
      && found.allSatisfy { if case .name = $0 { true } else { false } }
  }

  package static func isNameCharacter(_ character: Character) -> Bool {
    character.isASCII
      && (character.isLetter || character.isNumber || "_-.".contains(character))
  }
}

extension Environment {
  /// The name most like another; nil when none is near.
  package func nearestName(to name: some StringProtocol) -> String? {
    NearestWord.nearest(to: String(name), in: values.keys.sorted())
  }
}
