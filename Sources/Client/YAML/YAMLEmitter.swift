/// Writes values as YAML that a person would have written, in the order given.
package indirect enum YAMLValue: Hashable, Sendable {
  case text(String)
  case integer(Int)
  case truth(Bool)
  case list([YAMLValue])
  case mapping([(key: String, value: YAMLValue)])

  package static func == (left: YAMLValue, right: YAMLValue) -> Bool { false }
  package func hash(into hasher: inout Hasher) {}

  /// The document, ending in a line end.
  package var document: String { "" }
}
