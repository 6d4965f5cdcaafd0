/// The rule that determines whether output has colours. Sources: no-color.org, and
/// bixense.com/clicolors for CLICOLOR and CLICOLOR_FORCE.
struct ColourRule {
  enum Output { case terminal, other }

  /// The value of `--color`.
  enum Choice: String, CaseIterable, Sendable { case auto, always, never }

  let output: Output
  let choice: Choice
  let variable: (String) -> String?

  /// Whether output has colours. `--color` takes precedence, then `NO_COLOR`. `CLICOLOR_FORCE` also
  /// applies to pipes and files.
  var isColoured: Bool {
    switch choice {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if let wish = variable("NO_COLOR"), !wish.isEmpty { return false }
    if let wish = variable("CLICOLOR_FORCE"), !wish.isEmpty, wish != "0" { return true }
    return output == .terminal && variable("TERM") != "dumb" && variable("CLICOLOR") != "0"
  }
}

extension ColourRule.Choice {
  /// Returns the variables for code that knows only `NO_COLOR`, such as the interface.
  func applied(to environment: [String: String]) -> [String: String] {
    var environment = environment
    switch self {
    case .auto: break
    case .always: environment["NO_COLOR"] = nil
    case .never: environment["NO_COLOR"] = "1"
    }
    return environment
  }
}
