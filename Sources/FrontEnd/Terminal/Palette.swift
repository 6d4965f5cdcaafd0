/// A colour in a theme.
package enum Color: Hashable, Sendable {
  /// The default foreground or background of the terminal.
  case terminal
  /// An entry of the terminal's palette. The user chooses the colours 0–15, and 16–255 are those of
  /// xterm.
  case indexed(UInt8)
  case rgb(red: UInt8, green: UInt8, blue: UInt8)
}

/// The number of colours that a terminal can show.
package enum ColorDepth: Hashable, Sendable {
  /// Attributes without colours, because of `NO_COLOR` or the terminal.
  case none
  case eight
  case sixteen
  case palette256
  case trueColor
}

/// The style of a role on a ground.
package struct Style: Hashable, Sendable {
  /// The attributes of a character.
  package struct Attributes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let bold = Attributes(rawValue: 1)
    package static let dim = Attributes(rawValue: 2)
    package static let underline = Attributes(rawValue: 4)
    package static let reverse = Attributes(rawValue: 8)
    package static let italic = Attributes(rawValue: 16)
    package static let all: Attributes = [.bold, .dim, .underline, .reverse, .italic]
  }

  package var foreground: Color
  package var background: Color
  package var attributes: Attributes

  /// Creates a style. The default is the terminal's default style.
  package init(
    foreground: Color = .terminal, background: Color = .terminal, attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }
}

/// The styles of every role on every ground. A theme file defines them.
package struct Palette: Equatable, Sendable {
  private var styles: [Style]

  /// Creates a palette. `style` is called once for each role on each ground.
  package init(style: (Role, Ground) -> Style) {
    styles = Role.allCases.flatMap { role in Ground.allCases.map { style(role, $0) } }
  }

  package subscript(role: Role, ground: Ground) -> Style {
    get { styles[Self.index(role, ground)] }
    set { styles[Self.index(role, ground)] = newValue }
  }

  /// Whether a style has a colour that is not the terminal's default.
  package var usesColor: Bool {
    styles.contains { $0.foreground != .terminal || $0.background != .terminal }
  }

  /// A palette without colours, used until a theme is read. Selections are reversed, and headings
  /// are bold.
  package static let plain = Palette { role, ground in
    var style = Style()
    switch ground {
    case .normal, .dialog: break
    case .selected, .matchCurrent, .textSelection: style.attributes.insert(.reverse)
    case .selectedUnfocused, .match: style.attributes.insert(.underline)
    }
    switch role {
    case .heading, .titleFocused, .borderFocused, .tabActive, .hintKey, .noticeError:
      style.attributes.insert(.bold)
    case .muted, .placeholder, .lineNumber: style.attributes.insert(.dim)
    case .statusBar, .banner: style.attributes.formSymmetricDifference(.reverse)
    default: break
    }
    return style
  }

  private static func index(_ role: Role, _ ground: Ground) -> Int {
    Int(role.ordinal) * Ground.allCases.count + Int(ground.ordinal)
  }
}

extension Role {
  private static let ordinals = Dictionary(
    uniqueKeysWithValues: allCases.enumerated().map { ($1, UInt8($0)) })
  var ordinal: UInt8 { Self.ordinals[self, default: 0] }
}

extension Ground {
  var ordinal: UInt8 {
    switch self {
    case .normal: 0
    case .selected: 1
    case .selectedUnfocused: 2
    case .textSelection: 3
    case .match: 4
    case .matchCurrent: 5
    case .dialog: 6
    }
  }
}
