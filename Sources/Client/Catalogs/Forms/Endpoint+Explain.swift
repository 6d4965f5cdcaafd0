import ClientModel

extension Endpoint {
  /// Returns the meaning of any status number: the catalog's text for the number, for its class or
  /// for `default`, or else the standard text.
  package func explain(status: Int) -> String {
    words(for: status) ?? StatusPhrase.standard(status) ?? StatusPhrase.ofClass(status)
  }

  /// Returns the catalog's text for a status, for its class or for `default`, or nil if the catalog
  /// has no such text.
  package func words(for status: Int) -> String? {
    for name in [String(status), "\(status / 100)XX", "default"] {
      let note = responses.first { $0.status.uppercased() == name.uppercased() }
      if let text = note?.text, !text.isEmpty { return text }
    }
    return nil
  }
}
