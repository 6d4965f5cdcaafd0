import Terminal

/// A detector of double clicks: two presses of the left button on one cell in quick succession.
struct ClickCounter {
  private static let pause = Duration.milliseconds(400)

  private var last: (position: Point, time: ContinuousClock.Instant)?

  /// Returns the event, as a double press if it is the second of two.
  mutating func take(_ event: MouseEvent, at now: ContinuousClock.Instant) -> MouseEvent {
    guard event.action == .press, event.button == .left else { return event }
    if let last, last.position == event.position, last.time.duration(to: now) < Self.pause {
      self.last = nil
      return MouseEvent(.doublePress, button: .left, at: event.position)
    }
    last = (event.position, now)
    return event
  }
}
