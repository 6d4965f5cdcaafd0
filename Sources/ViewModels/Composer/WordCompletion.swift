import ClientModel

/// Completion of a word from a list.
struct WordCompletion {
  let words: [String]

  /// Returns the rest of the first word that begins with the typed text, ignoring case, or nil if
  /// there is none.
  func rest(after typed: String) -> String? {
    let wanted = typed.lowercased()
    // A complete word has no rest, even if a longer one begins with it.
    guard !words.contains(where: { $0.lowercased() == wanted }) else { return nil }
    return words.first { $0.lowercased().begins(with: wanted) }.map {
      String($0.dropFirst(typed.count))
    }
  }

  /// Returns the rest of `{{name}}` after a typed `{{na`, from the names in the environment.
  static func template(after text: String, in environment: Environment) -> String? {
    guard let open = text.ranges(of: "{{").last else { return nil }
    let typed = text[open.upperBound...]
    guard !typed.isEmpty, !typed.contains(byte: "}") else { return nil }
    let names = environment.values.keys.sorted()
    if names.contains(String(typed)) { return "}}" }
    return WordCompletion(words: names).rest(after: String(typed)).map { $0 + "}}" }
  }
}
