import ClientModel

extension Endpoint {
  /// What a status means: in the catalog's words for it, else for its class, else its default, else
  /// in those of the standard; any number is allowed.
  package func explain(status: Int) -> String {
    words(for: status) ?? StatusPhrase.standard(status) ?? StatusPhrase.ofClass(status)
  }

  /// The catalog's words for a status, else for its class, else its default; nil where it has none.
  package func words(for status: Int) -> String? {
    for name in [String(status), "\(status / 100)XX", "default"] {
      let note = responses.first { $0.status.uppercased() == name.uppercased() }
      if let text = note?.text, !text.isEmpty { return text }
    }
    return nil
  }
}
