import ClientModel

/// `{name}` anywhere in the path, `:name` at the start of a segment; a `:port` is in no segment.
extension DraftReading {
  /// The URL's text with its path variables filled and encoded, so that each stays in its segment.
  mutating func fillPathVariables(_ text: String) -> String {
    let afterScheme = text.schemeMark?.upperBound ?? text.startIndex
    let authorityEnd = text[afterScheme...].firstIndex { "/?#".contains($0) } ?? text.endIndex
    let pathEnd = text[authorityEnd...].firstIndex { "?#".contains($0) } ?? text.endIndex
    guard authorityEnd < pathEnd else { return text }
    let segments = text[authorityEnd..<pathEnd]
      .split(separator: "/", omittingEmptySubsequences: false)
      .map { segment($0) }
    return text[..<authorityEnd] + segments.joined(separator: "/") + text[pathEnd...]
  }

  private mutating func segment(_ text: Substring) -> String {
    if text.hasPrefix(":"), let first = text.dropFirst().first, first.isLetter || first == "_" {
      let word = text.dropFirst().prefix { Template.isNameCharacter($0) && $0 != "." }
      // The longest declared name wins: with `id` and `id_old`, `:id_old` is the second.
      let declared = draft.pathVariables.map(\.name).filter { word.hasPrefix($0) && !$0.isEmpty }
      let name = declared.max { $0.count < $1.count } ?? String(word)
      return value(ofPathVariable: name) + braces(text.dropFirst(1 + name.count))
    }
    return braces(text)
  }

  private mutating func braces(_ text: Substring) -> String {
    var result = ""
    var rest = text
    while let open = rest.firstIndex(of: "{") {
      let word = rest[rest.index(after: open)...].prefix { Template.isNameCharacter($0) }
      guard !word.isEmpty, rest[word.endIndex...].hasPrefix("}") else {
        result += rest[...open]
        rest = rest[rest.index(after: open)...]
        continue
      }
      result += rest[..<open] + value(ofPathVariable: String(word))
      rest = rest[rest.index(after: word.endIndex)...]
    }
    return result + rest
  }

  private mutating func value(ofPathVariable name: String) -> String {
    guard let field = draft.pathVariables.first(where: { $0.name == name && $0.mark != .off })
    else {
      report(
        .pathVariable(name), "The path variable `\(name)` has no value.",
        "The URL has a place for it.",
        "Give it a value under path variables, or write %7B for { and %3A for a colon.")
      return ""
    }
    let value = fillPlain(field.value, .pathVariable(name), "A path variable")
    if [".", ".."].contains(value) {
      report(
        .pathVariable(name), "The path variable `\(name)` cannot be `\(value)`.",
        "It would climb to another path.", "Write that path in the URL.")
    } else if value.isEmpty, problems.isEmpty {
      report(
        .pathVariable(name), "The path variable `\(name)` is empty.",
        "The path would lose a segment.", "Give it a value.")
    }
    return PercentEncoding.encode(value)
  }
}
