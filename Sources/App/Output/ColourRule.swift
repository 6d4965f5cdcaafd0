/// Whether output has colours. Sources: no-color.org, and bixense.com/clicolors for CLICOLOR_FORCE.
struct ColourRule {
  enum Output { case terminal, other }

  let output: Output
  let variable: (String) -> String?

  /// `NO_COLOR` comes first; `CLICOLOR_FORCE` colours also what goes into a pipe or a file.
  var isColoured: Bool {
    if let wish = variable("NO_COLOR"), !wish.isEmpty { return false }
    if let wish = variable("CLICOLOR_FORCE"), !wish.isEmpty, wish != "0" { return true }
    return output == .terminal && variable("TERM") != "dumb"
  }
}
