import Foundation

extension Color {
  /// The contrast ratio of two colours, from 1 (the same) to 21 (black and white); nil unless both
  /// are given in full, as a terminal's own palette is the user's.
  ///
  /// - Source: WCAG 2.2, definition of contrast ratio.
  package func contrast(with other: Color) -> Double? {
    guard let mine = luminance, let theirs = other.luminance else { return nil }
    return (max(mine, theirs) + 0.05) / (min(mine, theirs) + 0.05)
  }

  /// This colour, moved towards black or white only as far as it must to be read on a ground.
  package func readable(on ground: Color, atLeast wanted: Double) -> Color {
    guard let ratio = contrast(with: ground), ratio < wanted,
      case .rgb(let red, let green, let blue) = self
    else { return self }
    let ends = [Color.rgb(red: 255, green: 255, blue: 255), .rgb(red: 0, green: 0, blue: 0)]
    let goal =
      (ends[0].contrast(with: ground) ?? 0) >= (ends[1].contrast(with: ground) ?? 0)
      ? 255.0 : 0.0
    func moved(_ part: UInt8, _ share: Double) -> UInt8 {
      UInt8((Double(part) + (goal - Double(part)) * share).rounded())
    }
    for step in 1...20 {
      let share = Double(step) / 20
      let color = Color.rgb(
        red: moved(red, share), green: moved(green, share), blue: moved(blue, share))
      if color.contrast(with: ground) ?? wanted >= wanted { return color }
    }
    return goal == 255 ? ends[0] : ends[1]
  }

  private var luminance: Double? {
    guard case .rgb(let red, let green, let blue) = self else { return nil }
    func linear(_ part: UInt8) -> Double {
      let share = Double(part) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}
