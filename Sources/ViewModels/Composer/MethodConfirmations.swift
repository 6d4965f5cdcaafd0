import ClientModel

/// Methods that are not registered with IANA and that the user confirmed in this session.
struct MethodConfirmations: Sendable {
  private var confirmed: Set<String> = []

  /// Returns the question to ask before a method replaces another, or nil for a registered or
  /// confirmed one.
  func question(before method: String, replaces old: String) -> Confirmation? {
    guard HTTPMethod(method)?.isKnown == false, !confirmed.contains(method) else { return nil }
    return Confirmation(
      "Use the method \(method)?",
      detail: "It is not in the IANA registry of HTTP methods, so a server may refuse it.",
      answers: [
        .init("Keep \(old)"), .init("Use \(method)", [.list(.acceptMethod(method))]),
      ])
  }

  mutating func confirm(_ method: String) { confirmed.insert(method) }
}
