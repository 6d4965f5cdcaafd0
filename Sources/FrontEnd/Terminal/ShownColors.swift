/// The colours that a terminal of a certain depth shows, each computed once.
///
/// If the terminal has a palette, the colours are those of xterm's palette. At full depth, they are
/// the colours of the theme.
struct ShownColors {
  private let depth: ColorDepth
  private var numbers: [Color: Int32] = [:]
  private var differences: [Pair: Bool] = [:]
  private var readable: [Text: Color] = [:]

  private struct Pair: Hashable {
    let one: Color
    let other: Color
  }

  private struct Text: Hashable {
    let foreground: Color
    let background: Color
    let isLine: Bool
  }

  init(depth: ColorDepth) { self.depth = depth }

  /// Returns the displayed colour, or nil for the terminal's own colours, which are unknown.
  mutating func shown(_ color: Color) -> Color? {
    if depth == .trueColor, case .rgb = color { return color }
    let number = number(of: color)
    if depth == .trueColor, number >= 8 {
      return .rgb(
        red: UInt8(number >> 16), green: UInt8(number >> 8 & 255), blue: UInt8(number & 255))
    }
    guard let index = UInt8(exactly: number) else { return nil }
    let rgb = RGB(index: index)
    return .rgb(red: UInt8(rgb.red), green: UInt8(rgb.green), blue: UInt8(rgb.blue))
  }

  /// Returns whether two colours look different. The terminal's default colour differs from every
  /// other colour.
  mutating func differ(_ one: Color, _ other: Color) -> Bool {
    let pair = Pair(one: one, other: other)
    if let differs = differences[pair] { return differs }
    var differs = number(of: one) != number(of: other)
    if differs, let one = shown(one), let other = shown(other) {
      differs = one.difference(from: other) ?? .infinity >= Color.visibleDifference
    }
    differences[pair] = differs
    return differs
  }

  /// Returns the displayed contrast ratio, or nil if a colour is one of the terminal's own.
  mutating func contrast(_ one: Color, _ other: Color) -> Double? {
    guard let one = shown(one), let other = shown(other) else { return nil }
    return one.contrast(with: other)
  }

  /// Returns a readable foreground for a style.
  ///
  /// An unreadable foreground is moved towards black or white until the role has enough contrast.
  /// If the terminal has no such colour, returns black or white, whichever has more contrast.
  mutating func readable(_ style: Style, as role: Role) -> Color {
    let text = Text(
      foreground: style.foreground, background: style.background, isLine: role.isLine)
    if let color = readable[text] { return color }
    let color = search(style, role.leastContrast)
    readable[text] = color
    return color
  }

  private mutating func search(_ style: Style, _ wanted: Double) -> Color {
    let background = style.background
    guard shown(background) != nil else { return style.foreground }
    let ends = [Color.black, .white].map { (color: $0, ratio: contrast($0, background) ?? 0) }
    let end = ends[0].ratio > ends[1].ratio ? ends[0].color : ends[1].color
    guard let start = shown(style.foreground) else { return numbered(end) }
    if start.contrast(with: shown(background) ?? end) ?? 0 >= wanted { return style.foreground }
    for color in start.steps(towards: end) where contrast(color, background) ?? 0 >= wanted {
      return numbered(color)
    }
    return numbered(end)
  }

  /// Returns the colour as a palette number if the terminal has a palette.
  private mutating func numbered(_ color: Color) -> Color {
    guard depth != .trueColor, let index = UInt8(exactly: number(of: color)) else { return color }
    return .indexed(index)
  }

  private mutating func number(of color: Color) -> Int32 {
    if let number = numbers[color] { return number }
    let number = depth.number(of: color)
    numbers[color] = number
    return number
  }
}
