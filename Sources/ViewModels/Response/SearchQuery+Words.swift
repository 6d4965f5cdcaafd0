package import ClientDocuments

extension SearchQuery {
  /// Returns a query with the same options and another text.
  func other(_ text: String) -> SearchQuery {
    var query = self
    query.text = text
    return query
  }

  /// The options that are not the defaults, as text. Follows the word "Find" in the prompt.
  package var modes: String {
    let form = self.form == .expression ? " regex" : ""
    let scope =
      switch self.scope {
      case .everywhere: ""
      case .keys: " in keys"
      case .values: " in values"
      }
    let letters =
      switch self.letters {
      case .smart: ""
      case .exact: ", exact case"
      case .same: ", any case"
      }
    return form + scope + letters
  }

  /// The query as shown in messages: `"lamp"`, or `/lamp \d/` for a regular expression. The scope
  /// is included.
  package var quoted: String {
    let text = form == .expression ? "/\(text)/" : "\"\(text)\""
    return scope == .everywhere ? text : text + (scope == .keys ? " in keys" : " in values")
  }

  /// Selects the next value of an option. The first value follows the last one.
  mutating func turn(_ command: SearchCommand) {
    switch command {
    case .expression: form = form == .literal ? .expression : .literal
    case .scope: scope = Self.next(scope)
    case .letters: letters = Self.next(letters)
    }
  }

  private static func next<Mode: CaseIterable & Equatable>(_ mode: Mode) -> Mode {
    let all = Array(Mode.allCases)
    let place = all.firstIndex(of: mode) ?? 0
    return all[(place + 1) % all.count]
  }
}
