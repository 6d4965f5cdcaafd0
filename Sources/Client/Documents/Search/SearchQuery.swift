/// A search text and its options.
package struct SearchQuery: Hashable, Sendable {
  package enum Form: Hashable, Sendable, CaseIterable {
    /// Literal text.
    case literal
    /// A regular expression in Perl's syntax (pcre2pattern(3)).
    case expression
  }

  /// The parts of a JSON tree to search.
  package enum Scope: Hashable, Sendable, CaseIterable { case everywhere, keys, values }

  package enum Letters: Hashable, Sendable, CaseIterable {
    /// Ignores case unless the text contains a capital letter.
    case smart
    case exact
    /// Ignores case.
    case same
  }

  package var text: String
  package var form: Form
  package var scope: Scope
  package var letters: Letters

  package init(
    _ text: String, _ form: Form = .literal, in scope: Scope = .everywhere,
    _ letters: Letters = .smart
  ) {
    self.text = text
    self.form = form
    self.scope = scope
    self.letters = letters
  }

  /// Whether the search is case-sensitive.
  package var isExact: Bool {
    switch letters {
    case .exact: true
    case .same: false
    case .smart: form == .literal ? text.contains { $0.isUppercase } : Self.capitals(in: text)
    }
  }

  /// Returns whether an expression contains a capital letter outside escapes such as `\S` or
  /// `\p{Lu}`.
  private static func capitals(in expression: String) -> Bool {
    var scalars = expression.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      guard scalar == "\\" else {
        if Character(scalar).isUppercase { return true }
        continue
      }
      guard let kind = scalars.popFirst(), "pPxXNokg".unicodeScalars.contains(kind) else {
        continue
      }
      if scalars.first == "{", let end = scalars.firstIndex(of: "}") {
        scalars = scalars[scalars.index(after: end)...]
      } else if kind == "x" || kind == "p" || kind == "P" {
        scalars = scalars.dropFirst(kind == "x" ? 2 : 1)
      }
    }
    return false
  }
}
