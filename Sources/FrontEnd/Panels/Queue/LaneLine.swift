import ClientModel
import Terminal
import ViewModels

/// The line of a lane: its name, its pause and its counts.
enum LaneLine {
  /// Returns the line for this number of columns.
  ///
  /// If there is little room, the scheme is removed from the name first. Then the counts and the
  /// pause are shortened, then the name is truncated. Finally, an ellipsis replaces counts in this
  /// order: the rate, polling, held, waiting, running, failed and interrupted.
  static func spans(
    _ tally: LaneTally, named name: String, at now: Timestamp?, width: Int
  ) -> [Span] {
    let bare = SafeText(
      name.firstRange(ofBytes: "://").map { String(name[$0.upperBound...]) } ?? name)
    let pause = pause(tally.lane, now)
    var facts = facts(tally)
    for (name, style) in [(SafeText(name), Style.text), (bare, .text), (bare, .compact)] {
      let line = line(pause, facts, style)
      if name.width + columns(line) <= width { return [Span(name, Ink(.heading))] + line }
    }
    let least = min(bare.width, shortestName)
    var end: [Span] = []
    // The counts of jobs that need the user take precedence over a readable name.
    while let last = facts.indices.max(by: { facts[$0].rank < facts[$1].rank }) {
      let needed = facts[last].needsUser ? min(least, 3) : least
      if needed + columns(line(pause, facts, .compact) + end) <= width { break }
      facts.remove(at: last)
      end = [ellipsis]
    }
    let shown = line(pause, facts, .compact) + end
    return [Span(bare.fitted(to: max(3, width - columns(shown))), Ink(.heading))] + shown
  }

  /// The minimum number of columns for a readable lane name.
  private static let shortestName = 12
  private static let ellipsis = Span(" …", Ink(.muted))

  private static func columns(_ spans: [Span]) -> Int { spans.reduce(0) { $0 + $1.text.width } }

  private enum Style { case text, compact }

  /// A count of jobs, or the rate.
  private struct Fact {
    let text: String
    let short: String
    let role: Role
    /// The rank of the fact; the highest is left out first.
    let rank: Int
    var needsUser: Bool { rank < 2 }
  }

  private static func line(_ pause: Pause?, _ facts: [Fact], _ style: Style) -> [Span] {
    var spans: [Span] = []
    if let pause { spans = [Span("  ", Ink(.text)), style == .text ? pause.text : pause.word] }
    return spans
      + facts.map { fact in
        Span(SafeText("  " + (style == .text ? fact.text : fact.short)), Ink(fact.role))
      }
  }

  private static func facts(_ tally: LaneTally) -> [Fact] {
    let lane = tally.lane
    func fact(_ word: JobState.Word, _ rank: Int) -> [Fact] {
      guard let count = tally.counts[word], count > 0 else { return [] }
      let words = "\(count.grouped) \(word.rawValue)"
      return [Fact(text: words, short: words, role: word.role, rank: rank)]
    }
    let share = "\(tally.counts[.running, default: 0])/\(lane.limit)"
    let rate = lane.rate.map { "\($0)/s" }.map {
      Fact(text: $0, short: $0, role: .muted, rank: 6)
    }
    return [Fact(text: share + " running", short: share, role: .text, rank: 2)]
      + fact(.waiting, 3) + fact(.held, 4) + fact(.polling, 5) + fact(.interrupted, 0)
      + fact(.failed, 1) + (rate.map { [$0] } ?? [])
  }

  /// The text about a lane that starts no jobs.
  private struct Pause {
    let text: Span
    /// The text without the reason, for a narrow line.
    let word: Span

    init(_ word: String, _ why: String = "") {
      text = Span(SafeText(word + why), Ink(.stateHeld))
      self.word = Span(SafeText(word), Ink(.stateHeld))
    }
  }

  /// Returns the pause, or nil for a lane that starts jobs.
  private static func pause(_ lane: Lane, _ now: Timestamp?) -> Pause? {
    switch lane.pause {
    case .byUser: return Pause("PAUSED")
    case .byRestart: return Pause("PAUSED", " by restart")
    case .offline: return Pause("OFFLINE", ", probing")
    case .none: break
    }
    guard let until = lane.heldUntil else { return nil }
    guard let now else { return Pause("held", " by Retry-After") }
    let left = max(0, (until.milliseconds - now.milliseconds + 999) / 1000)
    return left > 0
      ? Pause("held \(Duration.seconds(left).shown)", " by Retry-After") : nil
  }
}

extension JobState.Word {
  /// The role of the state's name.
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
  /// The role of the method's name.
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
