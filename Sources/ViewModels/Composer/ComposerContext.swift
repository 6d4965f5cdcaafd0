package import ClientModel

/// The state that all open requests share: the values for templates, the gateways, and the size of
/// the panel.
package struct ComposerContext: Sendable {
  package private(set) var environment = Environment()
  /// Whether the user chose another environment and its values are not known yet. Until they are
  /// known, only the client can tell whether every template has a value.
  private(set) var awaitsEnvironment = false
  package internal(set) var gateways = Gateways()
  var methods = MethodConfirmations()
  /// The text that was cut last.
  var cutText = ""
  package private(set) var height = 10
  /// The number of columns of a row on the screen. It is `Int.max` until the size of the panel is
  /// known.
  private(set) var columns = Int.max

  /// Records that the user chose another environment. Its values follow with `use(_:)`.
  mutating func awaitEnvironment() { awaitsEnvironment = true }

  mutating func use(_ environment: Environment) {
    (self.environment, awaitsEnvironment) = (environment, false)
  }

  mutating func resize(rows: Int) { height = max(1, rows) }
  mutating func resize(columns: Int) { self.columns = max(1, columns) }
}

/// The methods that are not registered with IANA and that the user confirmed in this session.
struct MethodConfirmations: Sendable {
  private var confirmed: Set<String> = []

  /// Returns the question to ask before a method replaces another, or nil if the method is
  /// registered or was confirmed.
  func question(before method: String, replaces old: String) -> Confirmation? {
    guard HTTPMethod(method)?.isKnown == false, !confirmed.contains(method) else { return nil }
    return Confirmation(
      "Use the method \(method)?",
      detail: "It is not in the IANA registry of HTTP methods, so a server may reject it.",
      answers: [
        .init("Keep \(old)"), .init("Use \(method)", [.list(.acceptMethod(method))]),
      ])
  }

  mutating func confirm(_ method: String) { confirmed.insert(method) }
}
