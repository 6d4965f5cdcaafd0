package import ClientYAML
import Terminal
import Themes

/// The content of a theme file: its name, the theme that it extends, and its styles.
package struct ThemeFile: Sendable {
  package let name: String
  /// The name of the theme that supplies the missing styles, and the position of `extends` in the
  /// file.
  let extended: (name: String, place: YAMLPosition)?
  private(set) var background: Color?
  private(set) var roles: [Role: Style]
  private(set) var grounds: [Ground: Style]

  /// Parses a theme file.
  ///
  /// A style is a colour (`"#rrggbb"`, `0`–`255` or `default`) and attributes (`bold`, `dim`,
  /// `underline`, `reverse`, `italic`), in any order. Unknown roles and grounds are rejected.
  package init(_ text: String, file: String) throws(YAMLProblem) {
    let root = try YAMLDocument.parse(text, file: file)
    let fields = try root.fields(known: ["name", "extends", "background", "roles", "grounds"])
    name = try fields.required("name").text()
    extended = try fields["extends"].map { node throws(YAMLProblem) in
      (name: try node.text(), place: node.place)
    }
    background = try fields["background"].map { node throws(YAMLProblem) in
      try Self.look(node).foreground
    }
    roles = [:]
    for (word, style) in try Self.looks(fields["roles"], known: Role.allCases.map(\.rawValue)) {
      if let role = Role(rawValue: word) { roles[role] = style }
    }
    grounds = [:]
    for (word, style) in try Self.looks(fields["grounds"], known: Ground.allCases.map(\.rawValue)) {
      if let ground = Ground(rawValue: word) { grounds[ground] = style }
    }
  }

  /// Returns this file with the missing styles of another theme.
  func over(_ other: ThemeFile) -> ThemeFile {
    var file = self
    file.background = background ?? other.background
    file.roles.merge(other.roles) { mine, _ in mine }
    file.grounds.merge(other.grounds) { mine, _ in mine }
    return file
  }

  /// The names of the bundled themes, in the order of the list. A file has the name of its theme.
  static let bundledNames: [String] = BundledThemes.texts.map {
    String($0.file.dropLast(".yaml".count))
  }

  /// Returns the file of a bundled theme.
  ///
  /// Parsing a file takes about a millisecond, so only the requested file is parsed.
  ///
  /// - Returns: The file, or nil if no theme has this name.
  static func bundled(named name: String) throws(YAMLProblem) -> ThemeFile? {
    guard let index = bundledNames.firstIndex(of: name) else { return nil }
    let (file, text) = BundledThemes.texts[index]
    return try ThemeFile(text, file: file)
  }

  private static let attributes: [String: Style.Attributes] = [
    "bold": .bold, "dim": .dim, "underline": .underline, "reverse": .reverse, "italic": .italic,
  ]

  private static func looks(
    _ node: YAMLNode?, known: [String]
  ) throws(YAMLProblem) -> [(String, Style)] {
    guard let node else { return [] }
    _ = try node.fields(known: known)
    var looks: [(String, Style)] = []
    for entry in try node.entries() { looks.append((entry.key, try look(entry.value))) }
    return looks
  }

  private static func look(_ node: YAMLNode) throws(YAMLProblem) -> Style {
    var style = Style()
    for word in try node.text().split(separator: " ") {
      if let attribute = attributes[String(word)] {
        style.attributes.insert(attribute)
      } else if let color = color(word) {
        style.foreground = color
      } else {
        throw YAMLProblem(
          node.place, why: "`\(word)` is neither a colour nor an attribute.",
          whatToDo:
            "Write \"#rrggbb\", a number up to 255, default, bold, dim, underline, reverse or italic."
        )
      }
    }
    return style
  }

  private static func color(_ word: Substring) -> Color? {
    if word == "default" { return .terminal }
    if let index = UInt8(word) { return .indexed(index) }
    guard word.hasPrefix("#"), word.count == 7, let value = UInt32(word.dropFirst(), radix: 16)
    else { return nil }
    return .rgb(
      red: UInt8(value >> 16), green: UInt8(value >> 8 & 255), blue: UInt8(value & 255))
  }
}
