import ClientModel

/// The words of the interface for the commands and flags that the client names in its advice.
enum InterfaceWords {
  /// The words of the client and those of the interface. A flag precedes all flags that are
  /// prefixes of it.
  private static let table: [(client: String, interface: String)] = [
    (
      TrustAdvice.sentence,
      "\(key: .app(.trust)) shows its files and asks whether to trust them."
    ),
    ("--cache-key body", option(.keyBody)), ("--cache-key name:TEXT", option(.cacheKey)),
    ("--cache-method", option(.cacheMethods) + ":"), ("--cache ", option(.cache) + ": "),
  ]

  private static func option(_ field: OptionField) -> String { "the option \(field.label)" }

  static func advice(_ text: String) -> String {
    let text = table.reduce(text) { $0.replacing(bytes: $1.client, with: $1.interface) }
    // The interface has no equivalent of `--var NAME=VALUE`.
    guard let start = text.firstRange(ofBytes: ", or pass --var "),
      let end = text[start.upperBound...].firstRange(ofBytes: "=VALUE")
    else { return text }
    return String(text[..<start.lowerBound] + text[end.upperBound...])
  }
}

extension Failure {
  /// The advice in the words of the interface.
  package var advice: String { InterfaceWords.advice(whatToDo) }
}

extension DraftProblem {
  /// The advice in the words of the interface.
  package var advice: String { InterfaceWords.advice(whatToDo) }
}
