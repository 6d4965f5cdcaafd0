import Glibc

extension Color {
  /// Returns the visible difference of two colours.
  ///
  /// 0 means equal, about 2 is just noticeable, and 100 is the difference of black and white.
  /// Returns nil unless both are RGB colours.
  ///
  /// - Source: CIE 1976 colour difference (ΔE*ab) in CIELAB, white point D65.
  package func difference(from other: Color) -> Double? {
    guard let mine = lab, let theirs = other.lab else { return nil }
    let (light, green, blue) = (mine.0 - theirs.0, mine.1 - theirs.1, mine.2 - theirs.2)
    return (light * light + green * green + blue * blue).squareRoot()
  }

  /// The minimum difference of two backgrounds that a user must distinguish.
  package static let visibleDifference = 6.0

  private var lab: (Double, Double, Double)? {
    guard let (red, green, blue) = linear else { return nil }
    func root(_ value: Double) -> Double {
      value > 0.008856 ? cbrt(value) : 7.787 * value + 16.0 / 116
    }
    let x = root((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505)
    let y = root(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    let z = root((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089)
    return (116 * y - 16, 500 * (x - y), 200 * (y - z))
  }
}
