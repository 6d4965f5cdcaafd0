import ClientModel

/// Completion of a word from a list.
struct WordCompletion {
  let words: [String]

  /// Returns the words that begin with the typed text, in their order. Case is ignored. Returns an
  /// empty array if the typed text is a complete word, even if a longer word begins with it.
  func matches(after typed: String) -> [String] {
    let wanted = typed.lowercased()
    guard !words.contains(where: { $0.lowercased() == wanted }) else { return [] }
    return words.filter { $0.lowercased().begins(with: wanted) }
  }

  /// Returns the untyped part of the first word that begins with the typed text. Returns nil if no
  /// word does.
  func rest(after typed: String) -> String? {
    matches(after: typed).first.map { String($0.dropFirst(typed.count)) }
  }

  /// Returns the start of a name after the last `{{`. Returns nil if no template is being typed.
  static func typedName(after text: String) -> Substring? {
    guard let open = text.ranges(of: "{{").last else { return nil }
    let typed = text[open.upperBound...]
    return typed.utf8.allSatisfy(Template.isNameByte) ? typed : nil
  }

  /// Returns the variables whose names begin with the text after the last `{{`. A complete name
  /// comes first. Returns nil if no template is being typed.
  static func variables(
    after text: String, in environment: Environment, hiding names: CredentialNames
  ) -> [FieldCandidate]? {
    guard let typed = typedName(after: text) else { return nil }
    return environment.variables(hiding: names).filter { $0.name.begins(with: typed) }.map {
      FieldCandidate(
        word: $0.name, value: $0.shown, source: $0.source.description,
        rest: $0.name.dropping(bytes: typed.utf8.count) + "}}")
    }
  }
}
