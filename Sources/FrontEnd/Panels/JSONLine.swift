import Terminal

/// A line of JSON text in colours, also while it is incomplete or invalid.
enum JSONLine {
  /// Returns the tokens of the line; joined, they equal the line.
  static func spans(_ line: String, tabs: SafeText.Tabs = .marked) -> [Span] {
    var spans: [Span] = []
    var rest = line[...]
    while let first = rest.first {
      let (length, role) = token(rest, first)
      let text = SafeText(String(rest.prefix(length)), tabs: tabs)
      spans.append(Span(text, Ink(role)))
      rest = rest.dropFirst(length)
    }
    return spans
  }

  private static func token(_ rest: Substring, _ first: Character) -> (Int, Role) {
    if first == "\"" { return string(rest) }
    if rest.hasPrefix("{{"), let end = rest.firstRange(of: "}}") {
      return (rest.distance(from: rest.startIndex, to: end.upperBound), .variable)
    }
    if "{}[],:".contains(first) { return (1, .jsonPunctuation) }
    let word = rest.prefix { !"{}[],:\"".contains($0) && !$0.isWhitespace }
    guard !word.isEmpty else { return (rest.prefix(while: \.isWhitespace).count, .fieldText) }
    switch word {
    case "true", "false": return (word.count, .jsonBoolean)
    case "null": return (word.count, .jsonNull)
    default:
      let isNumber = first == "-" || first.isASCII && first.isNumber
      return (word.count, isNumber ? .jsonNumber : .fieldText)
    }
  }

  /// Returns the length and role of a string. It is a key if a colon follows. A string without an
  /// end extends to the end of the line.
  private static func string(_ rest: Substring) -> (Int, Role) {
    var length = 1
    var isEscaped = false
    for character in rest.dropFirst() {
      length += 1
      if character == "\"", !isEscaped { break }
      isEscaped = character == "\\" && !isEscaped
    }
    let after = rest.dropFirst(length).first { !$0.isWhitespace }
    return (length, after == ":" ? .jsonKey : .jsonString)
  }
}
