package import ClientYAML
package import Terminal

/// A theme: a name and a palette.
package struct Theme: Sendable {
  package let name: String
  package let palette: Palette

  /// Creates a theme from a file that extends no other theme or was completed with the one it
  /// extends. The role `text` is the default for roles, `background` the default for grounds.
  ///
  /// Few colours are readable on every ground, such as that of a search match. On such a ground an
  /// unreadable colour is made lighter or darker, for text and lines alike.
  init(_ file: ThemeFile) {
    name = file.name
    let base = file.roles[.text] ?? Style()
    palette = Palette { role, ground in
      var style = file.roles[role] ?? base
      style.background = file.background ?? .terminal
      if let below = file.grounds[ground] {
        style.background = below.foreground
        style.attributes.formSymmetricDifference(below.attributes)
      }
      style.foreground = style.foreground.readable(
        on: style.background, atLeast: role.leastContrast)
      return style
    }
  }

  /// Reads a theme that may extend a bundled one.
  package init(_ text: String, file: String) throws(YAMLProblem) {
    self.init(try ThemeLibrary().completed(try ThemeFile(text, file: file)))
  }

  /// The names of the bundled themes, in the order of the list. A file has the name of its theme.
  package static let bundledNames = ThemeFile.bundledNames

  /// Returns a bundled theme.
  ///
  /// - Returns: Nil if no theme has this name.
  package static func bundled(named name: String) throws(YAMLProblem) -> Theme? {
    try ThemeLibrary().theme(named: name)
  }
}
