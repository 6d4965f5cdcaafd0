import ClientModel

/// Completion of a word from a list.
struct WordCompletion {
  let words: [String]

  /// Returns the untyped part of the first word that begins with the typed text. Returns nil if no
  /// word does. Case is ignored.
  func rest(after typed: String) -> String? {
    let wanted = typed.lowercased()
    // A complete word is not completed further, even if a longer word begins with it.
    guard !words.contains(where: { $0.lowercased() == wanted }) else { return nil }
    return words.first { $0.lowercased().begins(with: wanted) }.map {
      String($0.dropFirst(typed.count))
    }
  }

  /// Returns the untyped part of a template, such as `me}}` after `{{na`. Returns nil if no name in
  /// the environment begins with the typed letters.
  static func template(after text: String, in environment: Environment) -> String? {
    guard let open = text.ranges(of: "{{").last else { return nil }
    let typed = text[open.upperBound...]
    guard !typed.isEmpty, !typed.contains(byte: "}") else { return nil }
    let names = environment.values.keys.sorted()
    if names.contains(String(typed)) { return "}}" }
    return WordCompletion(words: names).rest(after: String(typed)).map { $0 + "}}" }
  }
}
