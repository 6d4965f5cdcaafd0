/// What a terminal tells the program.
package enum TerminalEvent: Hashable, Sendable {
  case key(Key)
  /// The terminal has this size now; the next frame is written whole.
  case resized(Size)
  /// The program was stopped and goes on: draw again.
  case continued
  /// The program shall end: the terminal went away or someone sent a signal.
  case quit(QuitCause)
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

/// A screen with a keyboard. Belongs to the thread that made it.
package protocol TerminalDevice: AnyObject {
  /// The size at the last resize event.
  var size: Size { get }
  var colorDepth: ColorDepth { get }
  var mouse: MouseMode { get set }

  /// Shows `frame`; writes only what changed since the last one and flushes once.
  func present(_ frame: Frame, with palette: Palette)
  /// What happened since the last call, oldest first, without waiting.
  func nextEvents() -> [TerminalEvent]
  /// Writes the whole next frame, whatever was there.
  func redrawAll()

  /// Hands the terminal to another program, such as an editor, in the state the user's shell left it.
  func suspend()
  /// Takes the terminal back after `suspend`.
  func resume()
  /// Stops the program as Ctrl+Z does in other programs; returns when it goes on.
  func stopUntilContinued()

  /// Rings the bell.
  func ring()
  /// Sets the window's title.
  func setTitle(_ title: SafeText)
  /// Puts `text` into the clipboard of the user's terminal.
  func copy(_ text: String) throws(ClipboardError)
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
