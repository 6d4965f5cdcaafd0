import ClientCatalogs

/// The items of a command line that an endpoint's form does not take, reported together with the problems
/// of the form, so that a user corrects all of them in one go.
struct ItemRefusals {
  private enum Kind { case unknownField, value }

  private var all: [(name: String, kind: Kind, problem: UsageProblem)] = []

  /// Names an item whose field the endpoint does not have.
  mutating func addUnknown(_ name: String, _ problem: UsageProblem) {
    all.append((name, .unknownField, problem))
  }

  /// Names an item whose value its field does not take.
  mutating func add(_ name: String, _ problem: UsageProblem) {
    all.append((name, .value, problem))
  }

  /// True for a field whose value was refused: that the form has no value for it follows from that.
  func contains(_ name: String) -> Bool { all.contains { $0.name == name } }

  /// All of it as one problem; nil when nothing is wrong.
  ///
  /// - Parameter problems: Those of the form, a text for each.
  func problem(with problems: [String], of endpoint: String) -> UsageProblem? {
    if problems.isEmpty, all.count == 1 { return all[0].problem }
    let lines = all.map(line) + problems
    guard !lines.isEmpty else { return nil }
    return UsageProblem(
      what: lines.joined(separator: "\n"), why: "",
      whatToDo: "`weir catalog \(Console.safe(endpoint))` lists its fields.")
  }

  private func line(_ name: String, _ kind: Kind, _ problem: UsageProblem) -> String {
    switch kind {
    // The list of all fields would stand between the problems.
    case .unknownField: "\(problem.what)\n\(problem.whatToDo)"
    case .value: "\(problem)"
    }
  }
}
