import ViewModels

/// Limits the rate of frames that events cause: hundreds of events a second would otherwise cause a frame each.
struct FramePace {
  /// The least time between two such frames: more than 60 a second are not seen, and each takes processor
  /// time from the work whose progress it shows.
  static let distance = Duration.milliseconds(16)

  /// When the result of an effect is drawn.
  enum Urgency {
    /// The user waits for it.
    case atOnce
    /// It follows the queue, like an event.
    case whenDue
  }

  /// Whether something is to be drawn when it is time.
  private(set) var hasEvents = false
  private var last: ContinuousClock.Instant?

  mutating func deliverEvents() { hasEvents = true }

  /// A frame shows all there is.
  mutating func drew(at now: ContinuousClock.Instant) {
    hasEvents = false
    last = now
  }

  /// How long events are to wait; nil when they may be drawn.
  func pause(at now: ContinuousClock.Instant) -> Duration? {
    guard let last else { return nil }
    let left = Self.distance - last.duration(to: now)
    return left > .zero ? left : nil
  }
}

extension Effect {
  /// When its result is drawn: at once after a key, with the next due frame after a change of the queue. If rows
  /// are missing on the screen, the result is drawn at once in both cases.
  var urgency: FramePace.Urgency {
    switch self {
    case .queue(.loadJobs), .queue(.loadRows), .queue(.searchOn): .whenDue
    default: .atOnce
    }
  }
}
