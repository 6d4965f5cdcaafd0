/// An event of the terminal.
package enum TerminalEvent: Hashable, Sendable {
  case key(Key)
  /// The terminal has reported its background.
  case background(Color)
  /// The terminal was resized. Every cell of the next frame must be written.
  case resized(Size)
  /// The program was stopped and has continued. The screen must be redrawn.
  case continued
  /// The program must end: the terminal was closed or a signal was sent.
  case quit(QuitCause)
}

extension ArraySlice<TerminalEvent> {
  /// The handling of consecutive characters.
  package enum Characters: Sendable {
    /// Each character is a separate key.
    case keys
    /// Consecutive characters are one key, so that terminals without bracketed paste do not deliver
    /// pasted text character by character.
    case text
  }

  /// Removes and returns the first event, or returns nil if there is none.
  ///
  /// If characters are handled as `text`, consecutive characters are one event.
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

/// The reason why the program must end.
package enum QuitCause: Hashable, Sendable {
  /// The terminal was closed.
  case hangup
  /// The signal SIGTERM.
  case terminated
  /// The signal SIGINT from another program. Ctrl+C on the keyboard is a key.
  case interrupted
  /// The signal SIGQUIT from another program.
  case quit
}

/// The receiver of mouse events: the program, or the terminal, which uses the mouse to select text.
package enum MouseMode: Hashable, Sendable {
  case reported
  case leftToTerminal
}

/// The reason why text was not copied to the clipboard.
package enum ClipboardError: Error, Equatable, Sendable {
  /// The text is too long. Terminals drop longer texts silently.
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
