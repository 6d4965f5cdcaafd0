import Synchronization

/// Whether output has colours. Sources: no-color.org, and bixense.com/clicolors for CLICOLOR_FORCE.
struct ColourRule {
  enum Output { case terminal, other }

  /// The value of `--color`.
  enum Choice: String, CaseIterable, Sendable { case auto, always, never }

  let output: Output
  let choice: Choice
  let variable: (String) -> String?

  /// `--color` comes first, then `NO_COLOR`. `CLICOLOR_FORCE` colours also what goes into a pipe or a file.
  var isColoured: Bool {
    switch choice {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if let wish = variable("NO_COLOR"), !wish.isEmpty { return false }
    if let wish = variable("CLICOLOR_FORCE"), !wish.isEmpty, wish != "0" { return true }
    return output == .terminal && variable("TERM") != "dumb"
  }

  /// The choice of this process.
  private static let chosen = Mutex(Choice.auto)

  static var chosenChoice: Choice { chosen.withLock { $0 } }

  static func choose(_ choice: Choice) { chosen.withLock { $0 = choice } }
}
