/// A colour as a theme names it.
package enum Color: Hashable, Sendable {
  /// The terminal's own foreground or background.
  case terminal
  /// An entry of the terminal's palette: 0–7 and 8–15 as the user set them, 16–255 as xterm has them.
  case indexed(UInt8)
  case rgb(red: UInt8, green: UInt8, blue: UInt8)
}

/// How many colours a terminal can show.
package enum ColorDepth: Hashable, Sendable {
  /// Attributes only: `NO_COLOR`, or a terminal without colours.
  case none
  case eight
  case sixteen
  case palette256
  case trueColor
}

/// How one role looks on one ground.
package struct Style: Hashable, Sendable {
  /// What a terminal can do to a character besides colour.
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

  /// A style; without arguments it is the terminal's own.
  package init(
    foreground: Color = .terminal, background: Color = .terminal, attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }
}

/// A style for every role on every ground: what a theme comes down to.
package struct Palette: Equatable, Sendable {
  private var styles: [Style]

  /// A palette that asks `style` once for each role on each ground.
  package init(style: (Role, Ground) -> Style) {
    styles = Role.allCases.flatMap { role in Ground.allCases.map { style(role, $0) } }
  }

  /// The style of `role` on `ground`.
  package subscript(role: Role, ground: Ground) -> Style {
    get { styles[Self.index(role, ground)] }
    set { styles[Self.index(role, ground)] = newValue }
  }

  /// Whether a style has a colour other than the terminal's own.
  package var usesColor: Bool {
    styles.contains { $0.foreground != .terminal || $0.background != .terminal }
  }

  /// A palette without any colour: selection is reversed, headings are bold. It serves until a theme is read.
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
  /// The place in `allCases`.
  var ordinal: UInt8 { Self.ordinals[self, default: 0] }
}

extension Ground {
  /// The place in `allCases`.
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
