package import ClientYAML
package import Terminal

/// How every role looks: a name and a palette.
package struct Theme: Sendable {
  package let name: String
  package let palette: Palette

  /// The looks of a file that extends no other theme, or that was completed from the one it extends. The role
  /// `text` is the default for roles, `background` the default for grounds.
  ///
  /// Few colours are readable on every ground, such as a search hit; an unreadable one is made
  /// lighter or darker there, letters and lines alike.
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

  /// The names of the themes that come with Weir, in the order of the list; a file has its theme's name.
  package static let bundledNames = ThemeFile.bundledNames

  /// One of the themes that come with Weir.
  ///
  /// - Returns: Nil when none has this name.
  package static func bundled(named name: String) throws(YAMLProblem) -> Theme? {
    try ThemeLibrary().theme(named: name)
  }
}
