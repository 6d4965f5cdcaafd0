import ClientModel
import Terminal
import ViewModels

/// The line of a lane.
///
/// It shows the name, the running jobs and the limit, the pause, the waiting jobs, the durations of
/// recent responses, and the rate.
enum LaneLine {
  /// Returns the line, fitted to `width` columns.
  ///
  /// If there is not enough room, parts are left out in this order: the rate, the curve and the
  /// start of the pause, the reason for the pause, the median and the waiting jobs. Then the name
  /// is truncated.
  ///
  /// - Parameter nameWidth: The width of the longest name of all lines, so that the columns align.
  static func spans(
    _ tally: LaneTally, named name: String, _ activity: LaneActivity = LaneActivity(),
    at now: Timestamp?, nameWidth: Int = 0, width: Int
  ) -> [Span] {
    let name = shortName(name)
    let facts = facts(tally, activity, now)
    for level in 0...5 {
      let line = facts.compactMap { $0.spans(level) }.flatMap(\.self)
      let columns = line.reduce(0) { $0 + $1.text.width }
      let room = width - columns
      let wanted = max(name.width, min(nameWidth, longestName))
      // Aligned names are worth more than the rate, the curve and the start of the pause.
      if (level < 3 ? wanted : name.width) <= room || level == 5 {
        let column = max(min(3, name.width), min(room, wanted))
        return [Span(name.fitted(to: column).padded(to: column), Ink(.heading))] + line
      }
    }
    return []
  }

  /// Returns the name of the lane. If the name is an origin, its scheme is removed.
  static func shortName(_ name: String) -> SafeText {
    SafeText(name.firstRange(ofBytes: "://").map { String(name[$0.upperBound...]) } ?? name)
  }

  /// The maximum width of the column of names. A longer name shifts the text after it.
  private static let longestName = 32

  private struct Fact {
    let long: [Span]
    /// The short form, and the level from which it replaces the long form.
    var short: (from: Int, [Span])?
    /// The level at which the fact is left out.
    let end: Int

    func spans(_ level: Int) -> [Span]? {
      if level >= end { return nil }
      if let short, level >= short.from { return short.1 }
      return long
    }
  }

  private static func facts(
    _ tally: LaneTally, _ activity: LaneActivity, _ now: Timestamp?
  ) -> [Fact] {
    let lane = tally.lane
    func span(_ text: String, _ role: Role) -> [Span] { [Span(SafeText("  " + text), Ink(role))] }
    var facts = [
      Fact(long: span("\(tally.counts[.running, default: 0])/\(lane.limit)", .text), end: .max)
    ]
    if let (words, word) = pause(lane, now) {
      facts.append(
        Fact(long: span(words, .stateHeld), short: (3, span(word, .stateHeld)), end: .max))
    }
    if let start = lane.pausedSince {
      let text = SafeText(" since \(WaitText.pastTime(start, at: now))")
      facts.append(Fact(long: [Span(text, Ink(.stateHeld))], end: 2))
    }
    if let waiting = tally.counts[.waiting], waiting > 0 {
      facts.append(Fact(long: span("\(waiting.grouped) waiting", .stateWaiting), end: 5))
    }
    if let median = activity.median {
      // A curve of few durations shows nothing.
      let curve = activity.durations.count < 4 ? "" : "  " + curve(of: activity)
      facts.append(
        Fact(
          long: [Span(SafeText(curve), Ink(.muted))] + span("median \(median.brief)", .muted),
          short: (2, span(median.brief, .muted)), end: 4))
    }
    if let rate = lane.rate {
      facts.append(Fact(long: span("rate \(rate.brief)/s", .muted), end: 1))
    }
    return facts
  }

  /// Returns one bar cell for each recent duration.
  ///
  /// The scale ends at the longest duration or at twice the median, whichever is greater, so equal
  /// durations have half the height.
  static func curve(of activity: LaneActivity) -> String {
    let shown = activity.durations.suffix(8)
    guard let median = activity.median, let longest = shown.max() else { return "" }
    let top = max(longest, median * 2)
    guard top > .zero else { return String(repeating: cells[0], count: shown.count) }
    return String(shown.map { cells[min(cells.count - 1, Int($0 / top * Double(cells.count)))] })
  }

  private static let cells: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// Returns the text about the pause of a lane, with and without the reason, or nil if the lane is
  /// not paused.
  private static func pause(_ lane: Lane, _ now: Timestamp?) -> (String, String)? {
    switch lane.pause {
    case .byUser: return ("PAUSED by you", "PAUSED")
    case .byRestart: return ("PAUSED by restart", "PAUSED")
    case .offline: return ("OFFLINE, probing", "OFFLINE")
    case .none: break
    }
    guard let until = lane.heldUntil else { return nil }
    guard let now else { return ("held by Retry-After", "held") }
    let left = max(0, (until.milliseconds - now.milliseconds + 999) / 1000)
    guard left > 0 else { return nil }
    let time = Duration.seconds(left).shown
    return ("held \(time) by Retry-After", "held \(time)")
  }
}

extension JobState.Word {
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
