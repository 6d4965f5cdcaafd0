package import ClientModel
package import ClientYAML

/// The server of the store: `store` in `weir.yaml` or the settings.
///
///     store: {postgres: env:WEIR_STORE}
///     store: {postgres: "service=weir"}
package struct StoreSetting: Hashable, Sendable {
  package enum Address: Hashable, Sendable {
    case reference(SecretReference)
    /// The address itself. It may contain a password.
    case literal(Secret)
  }

  package let address: Address

  /// Creates a setting. Returns nil if the text is neither a reference nor an address.
  package init?(_ text: String) {
    if let reference = SecretReference(text) {
      address = .reference(reference)
    } else if Self.isAddress(text) {
      address = .literal(Secret(text))
    } else {
      return nil
    }
  }

  package init(_ node: YAMLNode) throws(YAMLProblem) {
    let node = try node.fields(known: ["postgres"]).required("postgres")
    guard let setting = Self(try node.text()) else {
      throw YAMLProblem(node.place, why: Self.rule, whatToDo: "Write it as \(Self.example).")
    }
    self = setting
  }

  /// Returns whether libpq reads a text as an address. It reads any other text as the name of a
  /// database on this machine.
  package static func isAddress(_ text: String) -> Bool {
    text.begins(with: "postgresql://") || text.begins(with: "postgres://")
      || text.contains(byte: "=")
  }

  /// The reason why a text is refused. The text itself may be a password.
  package static let rule =
    "A store is the address of a PostgreSQL server, or a reference to it such as `env:NAME`."
  private static let example = "store: {postgres: env:WEIR_STORE}"
}
