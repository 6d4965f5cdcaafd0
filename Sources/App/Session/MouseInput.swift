import Panels
import Terminal
import ViewModels

/// Follows the mouse: double clicks, and drags from their press to their release.
struct MouseInput {
  private var clicks = ClickCounter()
  private var drag: MouseDrag?

  /// The command that follows from an event; nil for none.
  mutating func command(
    for event: MouseEvent, in model: AppModel, _ keymap: Keymap, size: Size
  ) -> Command? {
    let event = clicks.take(event, at: .now)
    switch event.action {
    case .drag: return drag?.move(to: event.position, in: model)
    case .release:
      defer { drag = nil }
      return drag?.movedSplit == true ? .point(.splitEnd) : nil
    case .press where event.button == .left:
      drag = MouseDrag(at: event.position, in: model, keymap: keymap, size: size)
    case .press, .doublePress, .wheelUp, .wheelDown: drag = nil
    }
    return Screen.command(for: event, in: model, keymap: keymap, size: size)
  }

  /// The text that a drag selected, when the button is released.
  func selection(after event: MouseEvent, in frame: @autoclosure () -> Frame) -> String? {
    event.action == .release ? drag?.text(of: frame()) : nil
  }

  /// The frame with the text that is being selected.
  func drawn(on frame: Frame) -> Frame {
    guard let drag else { return frame }
    var frame = frame
    drag.draw(on: &frame)
    return frame
  }
}
