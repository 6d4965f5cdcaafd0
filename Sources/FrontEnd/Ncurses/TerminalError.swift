import Terminal

/// The reason why the terminal interface cannot be opened.
package enum TerminalError: Error, Equatable, Sendable {
  /// Standard input or output is a file or a pipe.
  case notATerminal
  /// `TERM` is unset or empty.
  case termNotSet
  /// No description of this kind of terminal is installed.
  case unknownTerm(String)
  /// The terminal, such as `dumb`, cannot move the cursor.
  case cannotMoveCursor(String)
  /// The screen could not be set up although the terminal is known.
  case cannotStart(String)

  package var what: String { "The interface cannot be opened here." }

  package var why: String {
    switch self {
    case .notATerminal: "Standard input and output are not both a terminal."
    case .termNotSet: "The variable TERM does not name the kind of terminal."
    case .unknownTerm(let name):
      "No description of the terminal '\(SafeText(name).string)' (from TERM) is installed."
    case .cannotMoveCursor(let name):
      "The terminal '\(SafeText(name).string)' (from TERM) cannot move its cursor."
    case .cannotStart(let name):
      "The screen of the terminal '\(SafeText(name).string)' could not be set up."
    }
  }

  package var whatToDo: String {
    switch self {
    case .notATerminal:
      "Start weir in a terminal, or use its commands, such as 'weir send' and 'weir queue'."
    case .termNotSet: "Set it, for example: TERM=xterm-256color weir"
    case .unknownTerm:
      "Install the package ncurses-term, or try: TERM=xterm-256color weir"
    case .cannotMoveCursor:
      "Try TERM=xterm-256color weir, or use commands such as 'weir send' and 'weir queue'."
    case .cannotStart: "Close other programs to free memory, then try again."
    }
  }
}
