import ClientModel

extension Endpoint {
  /// Returns the meaning of a status: the catalog's text, or else the standard text.
  package func explain(status: Int) -> String {
    words(for: status) ?? StatusPhrase.standard(status) ?? StatusPhrase.ofClass(status)
  }

  /// Returns the catalog's text for a status, or else for the class of the status, or else for
  /// `default`. Returns nil if the catalog has none of these texts.
  package func words(for status: Int) -> String? {
    for name in [String(status), "\(status / 100)XX", "default"] {
      let note = responses.first { $0.status.uppercased() == name.uppercased() }
      if let text = note?.text, !text.isEmpty { return text }
    }
    return nil
  }
}
