package import ClientDocuments

extension SearchQuery {
  /// Returns a query with the same options for another text.
  func other(_ text: String) -> SearchQuery {
    var query = self
    query.text = text
    return query
  }

  /// The options that differ from the default, as text that follows the word "Find".
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

  /// The text for messages: `"lamp"`, or `/lamp \d/` for an expression, with the scope.
  package var quoted: String {
    let text = form == .expression ? "/\(text)/" : "\"\(text)\""
    return scope == .everywhere ? text : text + (scope == .keys ? " in keys" : " in values")
  }

  /// Selects the next form, scope or case rule, or the first after the last.
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
