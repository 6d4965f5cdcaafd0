import Terminal

/// A terminal with xterm's palette, to judge what a theme looks like on it.
struct JudgedTerminal: CustomStringConvertible, Sendable {
  let name: String
  let depth: ColorDepth
  var attributes = Style.Attributes.all

  static let all = [
    Self(name: "NO_COLOR", depth: .none),
    Self(name: "vt100", depth: .none, attributes: [.bold, .underline, .reverse]),
    // Its description says that it shows neither dim nor underline in colour.
    Self(name: "linux", depth: .eight, attributes: [.bold, .reverse]),
    Self(name: "xterm", depth: .eight), Self(name: "xterm-16color", depth: .sixteen),
    Self(name: "xterm-256color", depth: .palette256), Self(name: "xterm-direct", depth: .trueColor),
  ]

  var description: String { name }

  func fitted(_ palette: Palette) -> Palette {
    palette.fitted(to: depth, showing: palette.usesColor || depth == .none ? attributes : .all)
  }

  /// What is on the screen; nil for the terminal's own colours.
  func shown(_ color: Color) -> Color? {
    if depth == .trueColor, case .rgb = color { return color }
    let number = depth.number(of: color)
    guard number >= 0 else { return nil }
    guard depth != .trueColor || number < 8 else {
      return .rgb(
        red: UInt8(number >> 16), green: UInt8(number >> 8 & 255), blue: UInt8(number & 255))
    }
    return Self.xterm(UInt8(number))
  }

  static func xterm(_ index: UInt8) -> Color {
    let rgb = RGB(index: index)
    return .rgb(red: UInt8(rgb.red), green: UInt8(rgb.green), blue: UInt8(rgb.blue))
  }

  /// The contrast ratios of a style on a terminal that is white on black, and on one that is black on white.
  func contrasts(_ style: Style) -> [Double] {
    [(Color.white, Color.black), (.black, .white)].compactMap { own in
      (shown(style.foreground) ?? own.0).contrast(with: shown(style.background) ?? own.1)
    }
  }

  /// The greatest contrast ratio that a foreground of this terminal has to the background of a style.
  func best(_ style: Style) -> Double {
    guard let background = shown(style.background) else { return 21 }
    let candidates: [Color] =
      switch depth {
      case .none, .trueColor: [.black, .white]
      case .eight: (0..<8).map(Self.xterm)
      case .sixteen: (0..<16).map(Self.xterm)
      case .palette256: (16...255).map(Self.xterm)
      }
    return candidates.compactMap { $0.contrast(with: background) }.max() ?? 21
  }

  /// Whether two colours are distinct on the screen.
  func differ(_ one: Color, _ other: Color) -> Bool {
    let (one, other) = (shown(one), shown(other))
    guard one != other else { return false }
    guard let one, let other else { return true }
    return one.difference(from: other) ?? 0 >= 6
  }

  /// Whether two backgrounds are distinct, by colour or by an attribute. Text may be bold, dim or italic anyway.
  func differOnGround(_ one: Style, _ other: Style) -> Bool {
    let seen: Style.Attributes = [.reverse, .underline]
    return one.attributes.intersection(seen) != other.attributes.intersection(seen)
      || differ(one.background, other.background)
  }
}
