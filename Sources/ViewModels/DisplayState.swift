package import ClientModel

/// What the panels are drawn with, besides their content.
package struct DisplayState: Sendable {
  package internal(set) var viewport = Viewport()
  package internal(set) var isZoomed = false
  package internal(set) var mouse = MousePreference.used
  /// The turn of the spinner, and the moment it was turned.
  package internal(set) var phase = 0
  package internal(set) var now: Timestamp?

  /// Gives the mouse to Weir, or to the terminal.
  mutating func switchMouse() -> [Effect] {
    mouse = mouse == .used ? .leftToTerminal : .used
    let words =
      mouse == .used
      ? "The mouse works in Weir." : "The mouse is the terminal's: select text with it."
    return [.store(.mouse(mouse)), .notify(Notice(.info, words))]
  }
}
