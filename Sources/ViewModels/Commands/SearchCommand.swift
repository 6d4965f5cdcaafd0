/// How what is being typed to find is meant.
package enum SearchCommand: String, CommandGroup {
  case expression, scope, letters

  package var facts: CommandFacts {
    switch self {
    case .expression:
      .init(
        "Find a text, or a regular expression", hint: "regex",
        help: "Expressions are Perl's, matched against each key and value by itself.", in: .search)
    case .scope:
      .init(
        "Find in keys, in values, or in both", hint: "keys/values",
        help: "Names of elements and fields are keys too; lines and tables have none.", in: .search
      )
    case .letters:
      .init(
        "Tell capitals from small letters, or not", hint: "case",
        help: "Unless chosen, small letters find capitals too, and one capital makes it exact.",
        in: .search)
    }
  }
}
