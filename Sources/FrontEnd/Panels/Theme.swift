package import ClientYAML
package import Terminal
import Themes

/// How every role looks: a name and a palette, read from YAML.
package struct Theme: Sendable {
  package let name: String
  package let palette: Palette

  /// Reads a theme. The role `text` is the default for roles, `background` the default for grounds.
  ///
  /// A look is a colour (`"#rrggbb"`, `0`–`255` or `default`) and attributes (`bold`, `dim`,
  /// `underline`, `reverse`, `italic`), in any order. Unknown roles and grounds are refused.
  ///
  /// Few colours are readable on every ground, such as a search hit; an unreadable one is made
  /// lighter or darker there, letters and lines alike.
  package init(_ text: String, file: String) throws(YAMLProblem) {
    let root = try YAMLDocument.parse(text, file: file)
    let fields = try root.fields(known: ["name", "background", "roles", "grounds"])
    name = try fields.required("name").text()
    let background = try fields["background"].map { node throws(YAMLProblem) in try Self.look(node)
    }
    var roles: [Role: Style] = [:]
    for (word, style) in try Self.looks(fields["roles"], known: Role.allCases.map(\.rawValue)) {
      if let role = Role(rawValue: word) { roles[role] = style }
    }
    var grounds: [Ground: Style] = [:]
    for (word, style) in try Self.looks(fields["grounds"], known: Ground.allCases.map(\.rawValue)) {
      if let ground = Ground(rawValue: word) { grounds[ground] = style }
    }
    let base = roles[.text] ?? Style()
    palette = Palette { role, ground in
      var style = roles[role] ?? base
      style.background = background?.foreground ?? .terminal
      if let below = grounds[ground] {
        style.background = below.foreground
        style.attributes.formSymmetricDifference(below.attributes)
      }
      style.foreground = style.foreground.readable(
        on: style.background, atLeast: role.leastContrast)
      return style
    }
  }

  /// The names of the themes that come with Weir, in the order of the list; a file has its theme's name.
  package static let bundledNames: [String] = BundledThemes.texts.map {
    String($0.file.dropLast(".yaml".count))
  }

  /// One of the themes that come with Weir. Reading one takes about a millisecond, so that the first
  /// frame must not wait for all of them.
  ///
  /// - Returns: Nil when none has this name.
  package static func bundled(named name: String) throws(YAMLProblem) -> Theme? {
    guard let index = bundledNames.firstIndex(of: name) else { return nil }
    let (file, text) = BundledThemes.texts[index]
    return try Theme(text, file: file)
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
