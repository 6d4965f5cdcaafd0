/// An action of the mouse and its position.
package struct MouseEvent: Hashable, Sendable {
  /// The kinds of mouse events.
  package enum Action: Hashable, Sendable {
    case press
    /// The second press of a double click.
    case doublePress
    case release
    /// A movement with a button pressed.
    case drag
    case wheelUp
    case wheelDown
  }

  /// The button of a mouse event, or `none` for the wheel.
  package enum Button: Hashable, Sendable {
    case left
    case middle
    case right
    case none
  }

  package let action: Action
  package let button: Button
  package let position: Point

  package init(_ action: Action, button: Button, at position: Point) {
    self.action = action
    self.button = button
    self.position = position
  }
}
