package import ClientDocuments

extension SearchQuery {
  /// The same modes for another text.
  func other(_ text: String) -> SearchQuery {
    var query = self
    query.text = text
    return query
  }

  /// The modes that are not as they are by themselves, behind the word "Find".
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

  /// The text as it is shown: `"lamp"`, an expression `/lamp \d/`, and where it was looked for.
  package var quoted: String {
    let text = form == .expression ? "/\(text)/" : "\"\(text)\""
    return scope == .everywhere ? text : text + (scope == .keys ? " in keys" : " in values")
  }

  /// The next form, scope or rule for capitals, the first after the last.
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
