import ClientModel
import Terminal
import ViewModels

/// One line about a lane: its name, whether it goes on, and how full it is.
enum LaneLine {
  static func spans(_ tally: LaneTally, at now: Timestamp?) -> [Span] {
    let lane = tally.lane
    let running = tally.counts[.running, default: 0]
    var spans = [
      Span(SafeText(lane.key.name), Ink(.heading)), Span("  ", Ink(.text)),
      pause(lane, now), Span(SafeText("  \(running)/\(lane.limit) running"), Ink(.text)),
    ]
    for word in [JobState.Word.waiting, .held, .interrupted, .failed] {
      if let count = tally.counts[word], count > 0 {
        spans.append(Span(SafeText("  \(count) \(word.rawValue)"), Ink(word.role)))
      }
    }
    if let rate = lane.rate { spans.append(Span(SafeText("  \(rate)/s"), Ink(.muted))) }
    return spans
  }

  private static func pause(_ lane: Lane, _ now: Timestamp?) -> Span {
    switch lane.pause {
    case .byUser: return Span("PAUSED", Ink(.stateHeld))
    case .byRestart: return Span("PAUSED by restart", Ink(.stateHeld))
    case .none: break
    }
    guard let until = lane.heldUntil else { return Span("open", Ink(.stateRunning)) }
    guard let now else { return Span("held by Retry-After", Ink(.stateHeld)) }
    let left = max(0, (until.milliseconds - now.milliseconds + 999) / 1000)
    guard left > 0 else { return Span("open", Ink(.stateRunning)) }
    return Span(
      SafeText("held \(Duration.seconds(left).shown) by Retry-After"), Ink(.stateHeld))
  }
}

extension JobState.Word {
  /// The role its word is drawn in.
  var role: Role {
    switch self {
    case .held: .stateHeld
    case .waiting: .stateWaiting
    case .running: .stateRunning
    case .polling: .statePolling
    case .succeeded: .stateSucceeded
    case .failed: .stateFailed
    case .cancelled: .stateCancelled
    case .skipped: .stateSkipped
    case .interrupted: .stateInterrupted
    }
  }
}

extension HTTPMethod {
  /// The role its name is drawn in.
  var role: Role {
    switch self {
    case .get: .methodGet
    case .post: .methodPost
    case .put: .methodPut
    case .patch: .methodPatch
    case .delete: .methodDelete
    default: .methodOther
    }
  }
}
