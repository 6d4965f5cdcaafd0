package import ClientModel

/// One row of the event log's place: what happened, or what the user was shown.
package enum LogEntry: Hashable, Sendable {
  case event(LoggedEvent)
  /// A notice, and the time of day in the user's zone; nil until the session, which reads the clock, gives it.
  case notice(Notice, time: String?)

  package var line: String {
    switch self {
    case .event(let event): event.line
    case .notice(let notice, _): notice.line
    }
  }

  /// The kind in words.
  package var kind: String {
    switch self {
    case .event(let event): event.event.word.words
    case .notice: "notice"
    }
  }

  /// The kind as a filter may spell it: by its words, blanks as hyphens, or by its name in JSON.
  var kinds: [String] {
    let words = kind.replacing(bytes: " ", with: "-")
    return switch self {
    case .event(let event): [words, event.event.word.name.lowercased()]
    case .notice: [words]
    }
  }

  var cell: ListCell {
    switch self {
    case .event: ListCell(line, .sentence)
    case .notice: ListCell(line, .line)
    }
  }

  var isUndated: Bool { if case .notice(_, nil) = self { true } else { false } }

  var time: String {
    switch self {
    case .event(let event): event.time
    case .notice(_, let time): time ?? ""
    }
  }
}

/// An event, with what a row shows of it.
package struct LoggedEvent: Hashable, Sendable {
  package var event: Event
  /// The time of day, in the user's zone.
  package var time: String
  package var line: String

  package init(_ event: Event, time: String) {
    self.event = event
    self.time = time
    line = event.line
  }
}
