import Glibc

/// The options of the jobs that send a request.
public struct JobOptions: Hashable, Sendable {
  /// The priority in the lane. Jobs with a higher priority start first.
  public var priority: Int
  /// The earliest start of a job that is added to the queue.
  public var start: EarliestStart
  /// The name of the lane, or nil for the lane of the request.
  public var lane: String?
  /// The caller's own identifier, or nil. Events, lists and the history show it.
  public var call: String?

  /// Creates options. By default, the job uses the lane of its request and starts at its turn.
  public init(
    priority: Int = 0, start: EarliestStart = .atTurn, lane: String? = nil, call: String? = nil
  ) {
    self.priority = priority
    self.start = start
    self.lane = lane
    self.call = call
  }

  /// Returns whether the text is valid as `call`: 1 to 200 bytes without spaces and control
  /// characters.
  package static func isIdentifier(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 200
      && text.unicodeScalars.allSatisfy { !$0.properties.isWhitespace && $0.value > 0x20 }
  }
}

/// The earliest start of a job that is added to the queue.
public enum EarliestStart: Hashable, Sendable {
  /// The job starts when its lane has a free slot.
  case atTurn
  /// The job is held until the user releases it.
  case held
  /// The job is held until this time: `+90s`, `+5m`, `+2h`, `14:30` or `2026-11-21T08:00`. A
  /// relative time counts from when the job is added to the queue.
  case at(String)

  /// Parses `hold` or a time. Returns nil for any other text.
  public init?(word: String) {
    if word == "hold" {
      self = .held
    } else if Self.time(word, after: Timestamp(milliseconds: 0)) != nil {
      self = .at(word)
    } else {
      return nil
    }
  }

  /// The notation in files and in the interface, or nil for `atTurn`.
  package var word: String? {
    switch self {
    case .atTurn: nil
    case .held: "hold"
    case .at(let time): time
    }
  }

  /// Returns the state of a job that is added at this time.
  package func state(now: Timestamp) -> JobState {
    switch self {
    case .atTurn: .waiting(.slot)
    case .held: .held(.byUser)
    case .at(let text): Self.time(text, after: now).map { .held(.until($0)) } ?? .waiting(.slot)
    }
  }

  /// Parses a time in the local time zone: `+90s`, `+5m`, `14:30` or `2026-11-21T08:00`.
  ///
  /// - Returns: Nil for any other text.
  package static func time(_ text: String, after now: Timestamp) -> Timestamp? {
    if text.begins(with: "+"), let unit = text.last, let count = Int64(text.dropFirst().dropLast()),
      let seconds = ["s": 1, "m": 60, "h": 3600, "d": 86400][unit], count < 1 << 32
    {
      return now.advanced(by: .seconds(count * Int64(seconds)))
    }
    let numbers = text.unicodeScalars.split { "-T :".unicodeScalars.contains($0) }.map {
      Int32(String($0)) ?? -1
    }
    var base = time_t(now.milliseconds / 1000)
    var parts = tm()
    localtime_r(&base, &parts)
    parts.tm_sec = 0
    parts.tm_isdst = -1
    switch (numbers.count, numbers.allSatisfy { $0 >= 0 }) {
    case (2, true):
      (parts.tm_hour, parts.tm_min) = (numbers[0], numbers[1])
      let today = Timestamp(milliseconds: Int64(mktime(&parts)) * 1000)
      // A time of day that has already passed means tomorrow.
      return today > now ? today : today.advanced(by: .seconds(86_400))
    case (5, true), (6, true):
      (parts.tm_year, parts.tm_mon, parts.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
      (parts.tm_hour, parts.tm_min) = (numbers[3], numbers[4])
      if numbers.count == 6 { parts.tm_sec = numbers[5] }
      return Timestamp(milliseconds: Int64(mktime(&parts)) * 1000)
    default: return nil
    }
  }
}
