import ClientModel
import Terminal
import ViewModels

/// One line about a lane: its name, whether it goes on, and how full it is.
enum LaneLine {
  /// The line in this many columns. Where room is short the name loses its scheme, then the counts
  /// their least word, then those go that matter least: interrupted jobs stay longest, then failed,
  /// running and waiting ones. The name is cut last.
  static func spans(_ tally: LaneTally, at now: Timestamp?, width: Int) -> [Span] {
    let name = tally.lane.key.name
    let bare = name.range(of: "://").map { String(name[$0.upperBound...]) } ?? name
    var facts = facts(tally, now, running: " running")
    var room = width - columns(facts)
    if bare.count > room {
      facts = Self.facts(tally, now, running: "")
      room = width - columns(facts)
    }
    // The rows below say the rest.
    while facts.count > 2, room < min(bare.count, facts.count > kept(tally) ? 12 : 4) {
      facts.removeLast()
      room = width - columns(facts)
    }
    let shown = SafeText(SafeText(name).width <= room ? name : bare)
    return [Span(shown.fitted(to: max(4, room)), Ink(.heading))] + facts
  }

  /// The facts that a readable name has to make room for: the pause, and what needs the user.
  private static func kept(_ tally: LaneTally) -> Int {
    2 + [JobState.Word.interrupted, .failed].count { tally.counts[$0, default: 0] > 0 }
  }

  private static func columns(_ spans: [Span]) -> Int { spans.reduce(0) { $0 + $1.text.width } }

  private static func facts(_ tally: LaneTally, _ now: Timestamp?, running word: String) -> [Span] {
    let lane = tally.lane
    let running = tally.counts[.running, default: 0]
    var spans = [Span("  ", Ink(.text)), pause(lane, now)]
    func count(_ words: JobState.Word...) {
      for word in words {
        guard let count = tally.counts[word], count > 0 else { continue }
        spans.append(Span(SafeText("  \(count) \(word.rawValue)"), Ink(word.role)))
      }
    }
    count(.interrupted, .failed)
    spans.append(Span(SafeText("  \(running)/\(lane.limit)\(word)"), Ink(.text)))
    count(.waiting, .held, .polling)
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
