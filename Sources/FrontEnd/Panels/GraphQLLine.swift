import ClientModel
import Terminal

/// The colours of a line of GraphQL. The line may be incomplete or invalid.
enum GraphQLLine {
  private static let keywords = ["query", "mutation", "subscription", "fragment", "on"]

  /// Returns the line as coloured tokens. The joined texts of the tokens equal the line.
  static func spans(_ line: String, tabs: SafeText.Tabs) -> [Span] {
    var spans: [Span] = []
    var rest = line[...]
    while let first = rest.first {
      let (length, role) = token(rest, first)
      spans.append(Span(SafeText(String(rest.prefix(length)), tabs: tabs), Ink(role)))
      rest = rest.dropFirst(length)
    }
    return spans
  }

  private static func token(_ rest: Substring, _ first: Character) -> (Int, Role) {
    if first == "#" { return (rest.count, .muted) }
    if rest.hasPrefix("{{"), let end = rest.firstRange(of: "}}") {
      return (rest.distance(from: rest.startIndex, to: end.upperBound), .variable)
    }
    if first == "\"" { return (JSONLine.lengthOfString(rest), .jsonString) }
    if first == "$" || first == "@" {
      return (1 + rest.dropFirst().prefix(while: isWord).count, .variable)
    }
    let word = rest.prefix(while: isWord)
    guard !word.isEmpty else {
      let spaces = rest.prefix(while: \.isWhitespace).count
      return spaces > 0 ? (spaces, .fieldText) : (1, .jsonPunctuation)
    }
    if keywords.contains(String(word)) { return (word.count, .heading) }
    if first.isNumber || first == "-" { return (word.count, .jsonNumber) }
    // A name before a colon is an argument or an alias.
    let after = rest.dropFirst(word.count).first { !$0.isWhitespace }
    return (word.count, after == ":" ? .jsonKey : .fieldText)
  }

  private static func isWord(_ character: Character) -> Bool {
    character == "_" || character == "-" || character.isLetter || character.isNumber
  }
}
