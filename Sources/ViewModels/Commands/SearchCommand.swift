/// Commands for the search options while the user types a search text.
package enum SearchCommand: String, CommandGroup {
  case expression, scope, letters

  package static let family = CommandFamily(
    name: "search", heading: "Finding", context: .search, model: { $0 })

  package var row: CommandRow<AppModel> {
    switch self {
    case .expression:
      .init(
        "Find text, or a regular expression", hint: "regex",
        help:
          "Regular expressions have Perl syntax. Each key and each value is searched separately.",
        keys: "alt+r"
      )
    case .scope:
      .init(
        "Find in keys, in values, or in both", hint: "keys/values",
        help: "Names of elements and fields are also keys. Lines and tables have no keys.",
        keys: "alt+s")
    case .letters:
      .init(
        "Match case, or not", hint: "case",
        help: "By default, a search ignores case unless it contains a capital letter.",
        keys: "alt+c")
    }
  }
}
