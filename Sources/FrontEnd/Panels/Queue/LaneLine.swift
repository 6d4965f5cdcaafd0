import ClientModel
import Terminal
import ViewModels

/// One line about a lane: its name, whether it is active, and how full it is.
enum LaneLine {
  /// The line in this many columns.
  ///
  /// Where room is short the name loses its scheme, then an active lane loses its word and a pause its
  /// reason, then the name is cut, and last an ellipsis replaces the least important facts: interrupted
  /// jobs stay longest, then failed, running and waiting ones. The rows below show the rest.
  static func spans(
    _ tally: LaneTally, named name: String, at now: Timestamp?, width: Int
  ) -> [Span] {
    let bare = SafeText(name.range(of: "://").map { String(name[$0.upperBound...]) } ?? name)
    let facts = facts(tally, now)
    if SafeText(name).width + columns(facts) <= width {
      return [Span(SafeText(name), Ink(.heading))] + facts
    }
    let pause = pause(tally.lane, now)
    var shown = bare.width + columns(facts) <= width || !pause.isActive ? facts : counts(tally)
    let least = min(bare.width, shortestName)
    if least + columns(shown) > width, !pause.isActive { shown[1] = pause.word }
    if least + columns(shown) > width { shown.append(ellipsis) }
    // The pause is two spans, and the ellipsis one.
    let fixed = pause.isActive ? 1 : 3
    let required = fixed + needs(tally).count
    func room() -> Int { width - columns(shown) }
    while shown.count > fixed, room() < (shown.count > required ? least : min(least, 3)) {
      shown.remove(at: shown.count - 2)
    }
    return [Span(bare.fitted(to: max(3, room())), Ink(.heading))] + shown
  }

  /// A name of a lane that is cut shorter says nothing.
  private static let shortestName = 12
  private static let ellipsis = Span(" …", Ink(.muted))

  private static func columns(_ spans: [Span]) -> Int { spans.reduce(0) { $0 + $1.text.width } }

  private static func facts(_ tally: LaneTally, _ now: Timestamp?) -> [Span] {
    let pause = pause(tally.lane, now)
    return [Span("  ", Ink(.text)), pause.words] + counts(tally)
  }

  /// What a readable name has to make room for: jobs that need the user.
  private static func needs(_ tally: LaneTally) -> [JobState.Word] {
    [.interrupted, .failed].filter { tally.counts[$0, default: 0] > 0 }
  }

  private static func counts(_ tally: LaneTally) -> [Span] {
    let lane = tally.lane
    func spans(_ words: [JobState.Word]) -> [Span] {
      words.compactMap { word in
        guard let count = tally.counts[word], count > 0 else { return nil }
        return Span(SafeText("  \(count) \(word.rawValue)"), Ink(word.role))
      }
    }
    let running = "  \(tally.counts[.running, default: 0])/\(lane.limit) running"
    let rate = lane.rate.map { [Span(SafeText("  \($0)/s"), Ink(.muted))] } ?? []
    return spans([.interrupted, .failed]) + [Span(SafeText(running), Ink(.text))]
      + spans([.waiting, .held, .polling]) + rate
  }

  /// Whether a lane starts jobs, as words.
  private struct Pause {
    let words: Span
    /// The same where room is short.
    let word: Span
    let isActive: Bool

    static let active = Pause(
      words: Span("active", Ink(.stateRunning)), word: Span("active", Ink(.stateRunning)),
      isActive: true)

    static func inactive(_ word: String, _ why: String = "") -> Pause {
      Pause(
        words: Span(SafeText(word + why), Ink(.stateHeld)),
        word: Span(SafeText(word), Ink(.stateHeld)),
        isActive: false)
    }
  }

  private static func pause(_ lane: Lane, _ now: Timestamp?) -> Pause {
    switch lane.pause {
    case .byUser: return .inactive("PAUSED")
    case .byRestart: return .inactive("PAUSED", " by restart")
    case .offline: return .inactive("OFFLINE", ", probing")
    case .none: break
    }
    guard let until = lane.heldUntil else { return .active }
    guard let now else { return .inactive("held", " by Retry-After") }
    let left = max(0, (until.milliseconds - now.milliseconds + 999) / 1000)
    guard left > 0 else { return .active }
    return .inactive("held \(Duration.seconds(left).shown)", " by Retry-After")
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
