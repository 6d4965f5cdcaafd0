import ViewModels

/// The limit for the rate of frames that are drawn for events. Without it, hundreds of events a
/// second would each cause a frame.
struct FrameRateLimit {
  /// The minimum time between two frames that are drawn for events.
  ///
  /// More than 60 frames a second are not visible. Each frame takes processor time from the work
  /// whose progress it shows.
  static let distance = Duration.milliseconds(16)

  /// The time at which the result of an effect is drawn.
  enum Urgency {
    /// The result is drawn at once, because the user waits for it.
    case atOnce
    /// The result is drawn in the next due frame, like an event of the queue.
    case whenDue
  }

  /// Whether events wait for the next due frame.
  private(set) var hasEvents = false
  private var last: ContinuousClock.Instant?

  mutating func deliverEvents() { hasEvents = true }

  /// Records that a frame was drawn. The frame shows all events so far.
  mutating func drew(at now: ContinuousClock.Instant) {
    hasEvents = false
    last = now
  }

  /// Returns the time until events may be drawn. Returns nil if they may be drawn now.
  func pause(at now: ContinuousClock.Instant) -> Duration? {
    guard let last else { return nil }
    let left = Self.distance - last.duration(to: now)
    return left > .zero ? left : nil
  }
}

extension Effect {
  /// The time at which the result of the effect is drawn.
  ///
  /// After a key, the result is drawn at once. After a change of the queue, it is drawn in the next
  /// due frame. If rows are missing on the screen, it is drawn at once in both cases.
  var urgency: FrameRateLimit.Urgency {
    switch self {
    case .queue(.loadJobs), .queue(.loadRows), .queue(.searchOn): .whenDue
    default: .atOnce
    }
  }
}
