package import ClientModel

/// An entry of the event log: an event or a notice that the user saw.
package enum LogEntry: Hashable, Sendable {
  case event(LoggedEvent)
  /// A notice with its time of day in the user's time zone. The time is nil at first. The session
  /// sets it, because only the session reads the clock.
  case notice(Notice, time: String?)

  package var line: String {
    switch self {
    case .event(let event): event.line
    case .notice(let notice, _): notice.line
    }
  }

  /// The kind of the entry as text.
  package var kind: String {
    switch self {
    case .event(let event): event.event.word.words
    case .notice: "notice"
    }
  }

  /// The spellings of the kind in a filter. They are its text, with hyphens for spaces, and its
  /// name in JSON.
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

/// An event and the text of its row.
package struct LoggedEvent: Hashable, Sendable {
  package var event: Event
  /// The time of day in the user's time zone.
  package var time: String
  package var line: String

  package init(_ event: Event, time: String) {
    self.event = event
    self.time = time
    line = event.line
  }
}
