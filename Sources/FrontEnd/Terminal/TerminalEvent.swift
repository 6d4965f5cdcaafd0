/// An event of the terminal.
package enum TerminalEvent: Hashable, Sendable {
  case key(Key)
  /// The terminal has reported its background.
  case background(Color)
  /// The terminal has this size now; every cell of the next frame is written.
  case resized(Size)
  /// The program was stopped and goes on: draw again.
  case continued
  /// The program shall end: the terminal went away or someone sent a signal.
  case quit(QuitCause)
}

extension ArraySlice<TerminalEvent> {
  /// What a row of characters is.
  package enum Characters: Sendable {
    /// A key each.
    case keys
    /// A text, taken as one key: a text that is pasted without marks would otherwise be examined anew for
    /// each character.
    case text
  }

  /// Removes the first event and returns it; nil when there is none.
  package mutating func next(_ meaning: Characters) -> TerminalEvent? {
    guard let event = popFirst() else { return nil }
    guard meaning == .text, case .key(.character(let first)) = event else { return event }
    var text = String(first)
    while case .key(.character(let character))? = self.first {
      text.append(character)
      removeFirst()
    }
    return text.count == 1 ? event : .key(.typed(text))
  }
}

/// Why the program shall end.
package enum QuitCause: Hashable, Sendable {
  /// The terminal was closed.
  case hangup
  /// SIGTERM.
  case terminated
  /// SIGINT from outside; Ctrl+C at the keyboard is a key.
  case interrupted
  /// SIGQUIT from outside.
  case quit
}

/// Whether the mouse belongs to the program or to the terminal, which uses it to select text.
package enum MouseMode: Hashable, Sendable {
  case reported
  case leftToTerminal
}

/// Why a text did not reach the clipboard.
package enum ClipboardError: Error, Equatable, Sendable {
  /// Terminals drop longer ones silently. Counted in bytes.
  case tooLong(bytes: Int, limit: Int)

  package var what: String { "Nothing was copied." }
  package var why: String {
    switch self {
    case .tooLong(let bytes, let limit):
      "The text has \(bytes) bytes; terminals accept up to \(limit)."
    }
  }
  package var whatToDo: String { "Copy a smaller part, or save it to a file." }
}
