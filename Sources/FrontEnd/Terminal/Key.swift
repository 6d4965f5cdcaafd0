/// A single action of the user: a key, a mouse action or a paste.
///
/// Terminals do not distinguish Ctrl+I, Ctrl+M and Ctrl+[ from `tab`, `enter` and `escape`. Ctrl+H
/// is received as `backspace`. Ctrl+J is `control("j")`.
package enum Key: Hashable, Sendable {
  /// A printable character, including the space.
  case character(Character)
  /// Ctrl and a lower-case letter, a space or one of `\ ] ^ _`.
  case control(Character)
  /// Alt and a printable character. The terminal sends an escape and the character.
  case alt(Character)
  /// A function key, 1 to 24.
  case function(Int)
  case enter
  case altEnter
  case tab
  case backTab
  case escape
  case backspace
  case altBackspace
  case delete
  case insert
  case up
  case down
  case left
  case right
  case home
  case end
  case pageUp
  case pageDown
  case shiftUp
  case shiftDown
  case shiftLeft
  case shiftRight
  case shiftHome
  case shiftEnd
  case ctrlUp
  case ctrlDown
  case ctrlLeft
  case ctrlRight
  case ctrlHome
  case ctrlEnd
  case mouse(MouseEvent)
  /// Consecutive printable characters as one key. See `TerminalEvent.next`.
  case typed(String)
  /// Pasted text as one key. Line breaks are `\n`.
  case paste(String)
}
