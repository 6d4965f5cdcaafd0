extension Duration {
  /// The duration as text, such as `900 ms`, `2.0 s`, `1m 02s` or `3h 20m`. Up to 99 days, the text
  /// has at most seven columns.
  ///
  /// Tenths are shown even if they are zero, so that the decimal points in a column are aligned.
  package var brief: String {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return "0 ms" }
    let milliseconds = attoseconds / 1_000_000_000_000_000
    switch seconds {
    case 0 where milliseconds == 0: return "<1 ms"
    case 0: return "\(milliseconds) ms"
    case ..<60: return "\(seconds).\(milliseconds / 100) s"
    case ..<3600: return "\(seconds / 60)m \(two(seconds % 60))s"
    case ..<86_400: return "\(seconds / 3600)h \(two(seconds / 60 % 60))m"
    default: return "\(seconds / 86_400)d \(two(seconds / 3600 % 24))h"
    }
  }

  /// The duration without tenths of a second, for a duration that is counting up on the screen.
  package var briefInSeconds: String { components.seconds < 60 ? "\(components.seconds) s" : brief }

  private func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
