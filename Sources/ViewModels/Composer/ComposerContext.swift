import ClientDocuments
package import ClientModel

/// The state shared by all open requests: template values, gateways and panel size.
package struct ComposerContext: Sendable {
  package private(set) var environment = Environment()
  /// Whether the user chose another environment whose values are not known yet. In this state, only
  /// the client knows whether every template has a value.
  private(set) var awaitsEnvironment = false
  package internal(set) var gateways = Gateways()
  var methods = MethodConfirmations()
  /// The groups of options whose rare options are shown.
  var unfolded: Set<OptionField.Group> = []
  /// The representation in which a JSON body is edited. Any other body is always edited as text.
  enum BodyForm { case text, rows }
  var bodyForm = BodyForm.text
  var schemas = GraphQLSchemas()
  /// The last cut text.
  var cutText = ""
  package private(set) var height = 10
  /// The number of columns of a row on the screen. `Int.max` before the size of the panel is known.
  private(set) var columns = Int.max

  /// Records that the user chose another environment. `use(_:)` provides the values later.
  mutating func awaitEnvironment() { awaitsEnvironment = true }

  mutating func use(_ environment: Environment) {
    (self.environment, awaitsEnvironment) = (environment, false)
  }

  mutating func resize(rows: Int) { height = max(1, rows) }
  mutating func resize(columns: Int) { self.columns = max(1, columns) }
}

/// The known GraphQL schemas of this session, by the address of the service.
struct GraphQLSchemas: Sendable {
  private var schemas: [String: GraphQLSchema] = [:]
  /// The addresses whose stored schema was requested.
  private var requested: Set<String> = []

  subscript(address: String?) -> GraphQLSchema? { address.flatMap { schemas[$0] } }

  /// Returns the effect that loads the stored schema of an address. Returns no effect if it was
  /// requested before.
  mutating func load(_ address: String?) -> [Effect] {
    guard let address, requested.insert(address).inserted else { return [] }
    return [.feature(.init(GraphQLSchemaEffect.load(address: address)))]
  }

  mutating func take(_ schema: GraphQLSchema, of address: String) { schemas[address] = schema }
}

/// The confirmed methods of this session. Only methods that are not registered with IANA need a
/// confirmation.
struct MethodConfirmations: Sendable {
  private var confirmed: Set<String> = []

  /// Returns the question to ask before the method is replaced. Returns nil if the new method is
  /// registered or was confirmed.
  func question(before method: String, replaces old: String) -> Confirmation? {
    guard HTTPMethod(method)?.isKnown == false, !confirmed.contains(method) else { return nil }
    return Confirmation(
      "Use the method \(method)?",
      detail: "It is not in the IANA registry of HTTP methods, so a server may reject it.",
      answers: [
        .init("Keep \(old)"), .init("Use \(method)", [.list(.acceptMethod(method))]),
      ], chosen: 1)
  }

  mutating func confirm(_ method: String) { confirmed.insert(method) }
}
