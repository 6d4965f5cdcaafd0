import Terminal

/// Chooses between the dark and the light theme by the terminal's background, where the user has configured none.
///
/// Life: `unasked` → `asked` → `settled`, by the first report or by a theme that the user chooses. A configured
/// theme settles it before it is asked.
struct BackgroundQuery {
  /// A later report is ignored: the user reads the screen by then.
  static let patience = Duration.milliseconds(200)

  private enum State {
    case unasked
    case asked(ContinuousClock.Instant)
    case settled
  }

  private var state: State

  /// - Parameter theme: The configured theme; nil if there is none.
  init(configured theme: String?) { state = theme == nil ? .unasked : .settled }

  /// Whether the terminal is to be asked now, which is once.
  mutating func begin(at now: ContinuousClock.Instant) -> Bool {
    guard case .unasked = state else { return false }
    state = .asked(now)
    return true
  }

  /// How long a report would still be used; zero if none is expected.
  func patience(at now: ContinuousClock.Instant) -> Duration {
    guard case .asked(let start) = state else { return .zero }
    return max(.zero, Self.patience - start.duration(to: now))
  }

  /// The theme for a reported background; nil if it is late, or the theme is chosen already.
  mutating func theme(
    for background: Color, at now: ContinuousClock.Instant
  ) -> String? {
    guard case .asked(let start) = state else { return nil }
    state = .settled
    guard start.duration(to: now) <= Self.patience, let isLight = background.isLight else {
      return nil
    }
    return isLight ? "light" : "dark"
  }

  /// The user has chosen a theme.
  mutating func settle() { state = .settled }
}
