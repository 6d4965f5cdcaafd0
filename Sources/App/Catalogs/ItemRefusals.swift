import ClientCatalogs

/// The items of a command line that an endpoint's form refuses. They are reported together with the
/// problems of the form, so that the user can correct all of them at once.
struct ItemRefusals {
  private enum Kind { case unknownField, value }

  private var all: [(name: String, kind: Kind, problem: UsageProblem)] = []

  /// Adds an item whose field the endpoint does not have.
  mutating func addUnknown(_ name: String, _ problem: UsageProblem) {
    all.append((name, .unknownField, problem))
  }

  /// Adds an item whose value its field refuses.
  mutating func add(_ name: String, _ problem: UsageProblem) {
    all.append((name, .value, problem))
  }

  /// Returns whether a field's value was refused. The form then has no value for the field, which
  /// must not be reported as well.
  func contains(_ name: String) -> Bool { all.contains { $0.name == name } }

  /// Returns all refusals as one problem, or nil if there are none.
  ///
  /// - Parameter problems: The problems of the form, one text for each.
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
    // The list of all fields would separate the problems, so it is left out.
    case .unknownField: "\(problem.what)\n\(problem.whatToDo)"
    case .value: "\(problem)"
    }
  }
}
