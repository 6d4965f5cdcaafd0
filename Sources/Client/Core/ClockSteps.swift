import ClientModel

/// Notices that the wall clock was set back, by comparing it with a clock that nobody sets.
///
/// A wait that was set by the wall clock would grow by such a step: a second would last a day.
struct ClockSteps: Sendable {
  /// Smaller steps are adjustments of the clock's rate, or two readings that lie apart.
  static let least = Duration.seconds(1)

  /// The wall clock less the other one, as they stood to each other when it was last ahead.
  private var offset: Duration?

  /// How far the wall clock was set back since the last call; nil where it was not.
  mutating func back(at clock: any AlarmClock) -> Duration? {
    let before = clock.uptime
    let wall = Duration.milliseconds(clock.now.milliseconds)
    let uptime = clock.uptime
    // The thread stood still between two readings: they cannot be compared.
    guard uptime - before < .milliseconds(500) else { return nil }
    let current = wall - uptime
    guard let known = offset, current < known else {
      offset = current
      return nil
    }
    guard known - current >= Self.least else { return nil }
    offset = current
    return known - current
  }
}
