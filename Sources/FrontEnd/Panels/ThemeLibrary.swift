import ClientModel
package import ClientYAML
package import Terminal

/// The bundled themes and the user's themes.
///
/// A user's theme replaces a bundled theme with the same name, and may extend that theme.
package struct ThemeLibrary: Sendable {
  private var own: [ThemeFile] = []

  /// Creates the library of the bundled themes.
  package init() {}

  /// Adds a user's theme, or replaces an earlier one with the same name.
  package mutating func add(_ file: ThemeFile) {
    own.removeAll { $0.name == file.name }
    own.append(file)
  }

  /// Removes themes that extend an unusable theme.
  ///
  /// - Returns: A problem for each removed theme.
  package mutating func removeIncomplete() -> [YAMLProblem] {
    var problems: [YAMLProblem] = []
    var complete: [ThemeFile] = []
    for file in own {
      do throws(YAMLProblem) {
        _ = try lineage(of: file)
        complete.append(file)
      } catch {
        problems.append(error)
      }
    }
    own = complete
    return problems
  }

  /// The names of all themes, in the order of the list.
  package var names: [String] {
    let own = own.map(\.name)
    return ThemeFile.bundledNames.filter { !own.contains($0) } + own
  }

  /// Returns the theme with this name, or nil if there is none.
  package func theme(named name: String) throws(YAMLProblem) -> Theme? {
    var file = own.first { $0.name == name }
    if file == nil { file = try ThemeFile.bundled(named: name) }
    guard let file else { return nil }
    return Theme(try completed(file))
  }

  /// Returns a file with the styles of all themes that it extends directly or indirectly.
  func completed(_ file: ThemeFile) throws(YAMLProblem) -> ThemeFile {
    try lineage(of: file).dropFirst().reduce(file) { $0.over($1) }
  }

  /// Returns a file and all files that it extends directly or indirectly, nearest first.
  private func lineage(of file: ThemeFile) throws(YAMLProblem) -> [ThemeFile] {
    var lineage = [file]
    var last = file
    while let (name, place) = last.extended {
      // A theme that extends its own name extends the bundled theme that it replaces.
      var next = own.first { $0.name == name && name != last.name }
      if let next, let start = lineage.firstIndex(where: { $0.name == next.name }) {
        let circle = (lineage[start...] + [next]).map(\.name).joined(separator: " → ")
        throw YAMLProblem(
          file.extended?.place ?? place, why: "These themes extend each other: \(circle).",
          whatToDo: "Remove one `extends:`.")
      }
      if next == nil { next = try ThemeFile.bundled(named: name) }
      guard let next else { throw missing(name, extendedBy: last, of: file) }
      lineage.append(next)
      last = next
    }
    return lineage
  }

  /// Returns the problem of a theme that extends a missing theme.
  ///
  /// - Parameter file: The requested theme: `last`, or one that extends it.
  private func missing(
    _ name: String, extendedBy last: ThemeFile, of file: ThemeFile
  ) -> YAMLProblem {
    let place = file.extended?.place ?? YAMLPosition(file: file.name, line: 1, column: 1)
    if last.name != file.name, let cause = last.extended {
      return YAMLProblem(
        place, why: "The theme `\(last.name)` cannot be used.",
        whatToDo: "Correct \(cause.place) first.")
    }
    let known = names.filter { $0 != last.name || ThemeFile.bundledNames.contains($0) }
    let nearest = NearestWord.nearest(to: name, in: known).map { "Did you mean `\($0)`? " } ?? ""
    return YAMLProblem(
      place, why: "There is no readable theme named `\(name)`.",
      whatToDo: nearest + "Known: \(known.joined(separator: ", ")).")
  }
}

/// A theme: a name and a palette.
package struct Theme: Sendable {
  package let name: String
  package let palette: Palette

  /// Creates a theme from a complete file.
  ///
  /// A complete file extends no theme, or already contains the styles of the extended themes. The
  /// role `text` is the default for roles, and `background` is the default for grounds.
  ///
  /// Few colours are readable on every ground, for example on a search match. A colour of text or
  /// lines that is unreadable on a ground is made lighter or darker there.
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

  /// Parses a theme that may extend a bundled theme.
  package init(_ text: String, file: String) throws(YAMLProblem) {
    self.init(try ThemeLibrary().completed(try ThemeFile(text, file: file)))
  }

  /// The names of the bundled themes, in the order of the list.
  package static let bundledNames = ThemeFile.bundledNames

  /// Returns a bundled theme.
  ///
  /// - Returns: The theme, or nil if no theme has this name.
  package static func bundled(named name: String) throws(YAMLProblem) -> Theme? {
    try ThemeLibrary().theme(named: name)
  }
}
