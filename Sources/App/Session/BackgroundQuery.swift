import Terminal

/// The choice between the dark and the light theme by the terminal's background, if the user has
/// configured no theme.
///
/// The states are `unasked` → `asked` → `settled`. The first report, or a theme that the user
/// chooses, settles the query. A configured theme settles it before the terminal is asked.
struct BackgroundQuery {
  /// The time after which a report is ignored, because the user is already reading the screen.
  static let patience = Duration.milliseconds(200)

  private enum State {
    case unasked
    case asked(ContinuousClock.Instant)
    case settled
  }

  private var state: State

  /// - Parameter theme: The configured theme, or nil if there is none.
  init(configured theme: String?) { state = theme == nil ? .unasked : .settled }

  /// Returns whether the terminal is to be asked now. It is asked only once.
  mutating func begin(at now: ContinuousClock.Instant) -> Bool {
    guard case .unasked = state else { return false }
    state = .asked(now)
    return true
  }

  /// Returns the time during which a report would still be used, or zero if none is expected.
  func patience(at now: ContinuousClock.Instant) -> Duration {
    guard case .asked(let start) = state else { return .zero }
    return max(.zero, Self.patience - start.duration(to: now))
  }

  /// Returns the theme for a reported background, or nil if the report is late or the theme is
  /// already chosen.
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

  /// Ends the query, because the user has chosen a theme.
  mutating func settle() { state = .settled }
}
