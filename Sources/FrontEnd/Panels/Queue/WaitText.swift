import ClientModel
import Glibc
import Terminal
import ViewModels

/// The texts of a waiting job: its position in the lane, its expected start, and the reason for
/// waiting.
struct WaitText: Equatable {
  /// The position, such as `1st`, or an empty text if the job does not wait for a slot.
  let position: SafeText
  /// The time until the start or its time of day, or a dash if the start is unknown.
  let start: SafeText
  let reason: SafeText
  /// The reason for a narrow row.
  let shortReason: SafeText

  /// Creates the texts of a job.
  ///
  /// - Parameter ahead: The number of jobs that wait before this job in its lane, or nil if it is
  ///   unknown.
  init(_ job: Job, _ forecast: QueueForecast?, ahead: Int?, at now: Timestamp?) {
    let waitsForSlot = job.state == .waiting(.slot) && job.scheduling == .queued
    position = waitsForSlot ? ahead.map { SafeText(Self.ordinal($0 + 1)) } ?? "" : ""
    let time = now.flatMap { now in
      forecast?.start(of: job, ahead: ahead)
        .map { Self.start($0, Self.certainty(of: job, at: now), at: now) }
    }
    start = time ?? "–"
    let why = forecast?.reason(of: job, ahead: ahead)
    reason = SafeText(why.map(Self.words) ?? "")
    shortReason = SafeText(why.map(Self.shortWords) ?? "")
  }

  /// Returns the number with its ordinal suffix, such as `22nd`.
  static func ordinal(_ number: Int) -> String {
    let suffix =
      switch (number % 10, number % 100) {
      case (_, 11...13): "th"
      case (1, _): "st"
      case (2, _): "nd"
      case (3, _): "rd"
      default: "th"
      }
    return number.grouped + suffix
  }

  private static func certainty(of job: Job, at now: Timestamp) -> Certainty {
    switch job.state {
    case .waiting(.until(let time)), .held(.until(let time)): time > now ? .fixed : .expected
    default: job.scheduling == .immediate ? .fixed : .expected
    }
  }

  /// The certainty of a start.
  enum Certainty {
    /// The time was estimated from the durations of earlier jobs.
    case expected
    /// The time was set by the user or by the pause between two attempts.
    case fixed
  }

  /// Returns the time until a start, or its time of day if the start is more than an hour away.
  static func start(
    _ time: Timestamp, _ certainty: Certainty, at now: Timestamp
  ) -> SafeText {
    let about = certainty == .fixed ? "" : "≈ "
    let seconds = (time.milliseconds - now.milliseconds + 999) / 1000
    switch seconds {
    case ...0: return certainty == .fixed ? "now" : "soon"
    case ..<60: return SafeText("\(about)\(seconds) s")
    case ..<3600: return SafeText("\(about)\((seconds + 59) / 60) min")
    case ..<86_400: return SafeText(about + timeOfDay(time))
    default: return SafeText("\(about)\(seconds / 86_400) d")
    }
  }

  /// Returns a start time with a preposition: `in 40 s` within the next hour, otherwise `at 19:10`.
  static func startTime(_ time: Timestamp, at now: Timestamp?) -> String {
    guard let now, time > now, time.since(now) < .seconds(3_600) else {
      return "at \(timeOfDay(time))"
    }
    return "in \(start(time, .fixed, at: now).string)"
  }

  /// Returns the sentences about a job that waits for its lane: its position, the reason and the
  /// expected start. Returns an empty array for any other job.
  static func sentences(
    _ job: Job?, _ queue: QueueModel, _ keys: Keymap, at now: Timestamp?
  ) -> [String] {
    guard let job, case .waiting(let wait) = job.state, job.scheduling == .queued,
      let lane = queue.lanes.all.first(where: { $0.lane.key == job.lane })?.lane
    else { return [] }
    if let batch = queue.rows.graphs.holding(job) {
      return ["\(batch.title) is held by you, so its rows do not start. Release the batch."]
    }
    let (ahead, forecast) = (
      queue.ahead[job.id], queue.forecast(of: job.lane, at: now ?? job.since)
    )
    var sentences: [String] = []
    if wait == .slot, let ahead {
      sentences.append(
        ahead == 0
          ? "It is the next job of lane \(lane.key.name)."
          : "It is the \(ordinal(ahead + 1)) job of lane \(lane.key.name): \(ahead.grouped) "
            + (ahead == 1 ? "job waits before it." : "jobs wait before it."))
    }
    sentences +=
      forecast?.reason(of: job, ahead: ahead).flatMap { sentence($0, lane) }.map { [$0] } ?? []
    if [.byUser, .byRestart].contains(lane.pause), let key = keys.label(of: .queue(.pause)) {
      sentences.append("\(key) in the queue resumes the lane.")
    }
    if let now, let time = forecast?.start(of: job, ahead: ahead), time > now {
      sentences.append("It will probably start \(startTime(time, at: now)).")
    }
    return sentences
  }

  private static func sentence(_ reason: WaitReason, _ lane: Lane) -> String? {
    switch reason {
    case .laneFull: "The lane runs at most \(lane.limit) at once."
    case .lanePaused(.offline): "The server of the lane cannot be reached. Weir tries again."
    case .lanePaused(.byRestart): "The lane is paused, because Weir ended with unfinished jobs."
    case .lanePaused: "The lane is paused by you."
    case .laneHeld: "The server asked Weir to wait (Retry-After)."
    case .rate: lane.rate.map { "The lane starts at most \($0.brief) per second." }
    case .retry(let attempt, let limit, let status?):
      "Attempt \(number(attempt, limit)) will follow, because the last one received status \(status)."
    case .retry(let attempt, let limit, nil):
      "Attempt \(number(attempt, limit)) will follow, because the last one received no response."
    case .startTime, .after: nil
    }
  }

  /// Returns the local time of day, such as `19:10`.
  static func timeOfDay(_ time: Timestamp) -> String {
    let parts = local(time)
    return "\(two(parts.tm_hour)):\(two(parts.tm_min))"
  }

  /// Returns the local time of day of a past time. If it was on another day, returns its date too,
  /// such as `11-28 19:10`.
  static func pastTime(_ time: Timestamp, at now: Timestamp?) -> String {
    let (parts, today) = (local(time), local(now ?? time))
    guard parts.tm_yday != today.tm_yday || parts.tm_year != today.tm_year else {
      return timeOfDay(time)
    }
    return "\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) \(timeOfDay(time))"
  }

  private static func local(_ time: Timestamp) -> tm {
    var seconds = time_t(time.milliseconds / 1000)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return parts
  }

  private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func number(_ attempt: Int, _ limit: Int?) -> String {
    limit.map { "\(attempt) of \($0)" } ?? "\(attempt)"
  }

  static func words(_ reason: WaitReason) -> String {
    switch reason {
    case .laneFull: "lane full"
    case .lanePaused(.offline): "server offline"
    case .lanePaused(.byRestart): "paused by restart"
    case .lanePaused: "paused by you"
    case .laneHeld: "held by Retry-After"
    case .rate: "rate"
    case .retry(let attempt, let limit, let status?):
      "attempt \(number(attempt, limit)) after \(status)"
    case .retry(let attempt, let limit, nil): "attempt \(number(attempt, limit)), no response"
    case .startTime(let time): "starts at \(timeOfDay(time))"
    case .after(let job): "after #\(job)"
    }
  }

  static func shortWords(_ reason: WaitReason) -> String {
    switch reason {
    case .lanePaused(.offline): "offline"
    case .lanePaused: "paused"
    case .laneHeld: "Retry-After"
    case .retry(_, _, let status?): "got \(status)"
    case .retry(let attempt, _, nil): "attempt \(attempt)"
    case .laneFull, .rate, .startTime, .after: words(reason)
    }
  }
}
