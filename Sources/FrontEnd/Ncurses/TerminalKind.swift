import Terminal

/// The properties of the terminal according to the environment, and the terminal description to
/// use.
struct TerminalKind: Equatable {
  let name: String
  /// The colour depth, or `nil` to use that of the description.
  let limit: ColorDepth?
  /// Whether this kind of terminal can be asked for its background. Others print the query or
  /// ignore it.
  let reportsBackground: Bool

  /// Chooses a description by `TERM`, `COLORTERM`, `TMUX` and `NO_COLOR`.
  ///
  /// Ncurses has true colour only with the `-direct` descriptions. They are in the package
  /// ncurses-term, so `isKnown` is called first. `TERM` itself does not change for the programs
  /// that Weir starts.
  init(environment: [String: String], isKnown: (String) -> Bool) {
    let term = environment["TERM", default: ""]
    let saysNoColor = !environment["NO_COLOR", default: ""].isEmpty
    limit = saysNoColor ? ColorDepth.none : nil
    let family = String(term.prefix { $0 != "-" })
    let isSilent = Self.silentFamilies.contains(family) || family.starts(with: /vt[0-9]/)
    reportsBackground = !saysNoColor && !term.isEmpty && !isSilent
    let hasTrueColor = ["truecolor", "24bit"].contains(environment["COLORTERM"])
    guard hasTrueColor, !saysNoColor, !term.isEmpty, !term.hasSuffix("-direct") else {
      name = term
      return
    }
    let isInTmux = family == "tmux" || (family == "screen" && environment["TMUX"] != nil)
    let candidates =
      isInTmux ? ["tmux-direct"] : family == "screen" ? [] : ["\(family)-direct", "xterm-direct"]
    // A terminal that cannot move its cursor must fail under its own name.
    name = isKnown(term) ? candidates.first(where: isKnown) ?? term : term
  }

  private static let silentFamilies: Set<String> = [
    "dumb", "unknown", "linux", "ansi", "cons25", "cygwin", "sun",
  ]
}
