import Glibc

extension Color {
  /// Returns the contrast ratio of two colours, from 1 (equal) to 21 (black and white).
  ///
  /// Returns nil unless both are RGB colours. Palette colours are unknown, because the user can
  /// change them.
  ///
  /// - Source: WCAG 2.2, definition of contrast ratio.
  package func contrast(with other: Color) -> Double? {
    guard let mine = luminance, let theirs = other.luminance else { return nil }
    return (max(mine, theirs) + 0.05) / (min(mine, theirs) + 0.05)
  }

  /// Whether black text has more contrast than white text on this colour, or nil unless this is an
  /// RGB colour.
  package var isLight: Bool? {
    guard let black = contrast(with: .black), let white = contrast(with: .white) else { return nil }
    return black > white
  }

  /// Moves this colour towards black or white until its contrast with the background is at least
  /// `wanted`.
  ///
  /// Returns black or white for the terminal's default foreground, because that colour is unknown.
  package func readable(on background: Color, atLeast wanted: Double) -> Color {
    guard let isLight = background.isLight else { return self }
    let end = isLight ? Color.black : .white
    if self == .terminal { return end }
    guard let ratio = contrast(with: background), ratio < wanted else { return self }
    return steps(towards: end).first { $0.contrast(with: background) ?? 0 >= wanted } ?? end
  }

  /// Returns twenty colours between this colour and `end`. The last one is `end`.
  ///
  /// Returns only `end` unless both are RGB colours.
  func steps(towards end: Color) -> [Color] {
    guard case .rgb(let red, let green, let blue) = self,
      case .rgb(let endRed, let endGreen, let endBlue) = end
    else { return [end] }
    return (1...20).map { step in
      let share = Double(step) / 20
      func moved(_ part: UInt8, _ goal: UInt8) -> UInt8 {
        UInt8((Double(part) + (Double(goal) - Double(part)) * share).rounded())
      }
      return .rgb(
        red: moved(red, endRed), green: moved(green, endGreen), blue: moved(blue, endBlue))
    }
  }

  package static let black = Color.rgb(red: 0, green: 0, blue: 0)
  package static let white = Color.rgb(red: 255, green: 255, blue: 255)

  private var luminance: Double? {
    guard let (red, green, blue) = linear else { return nil }
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }

  /// The linear components, from 0 to 1, or nil unless this is an RGB colour.
  var linear: (red: Double, green: Double, blue: Double)? {
    guard case .rgb(let red, let green, let blue) = self else { return nil }
    func linear(_ part: UInt8) -> Double {
      let share = Double(part) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return (linear(red), linear(green), linear(blue))
  }
}
