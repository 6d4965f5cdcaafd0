import Panels
import Terminal
import ViewModels

/// The state of the mouse: double clicks, and drags from press to release.
struct MouseInput {
  private var clicks = ClickCounter()
  private var drag: MouseDrag?

  /// Returns the command for an event, or nil.
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

  /// Returns the text that a drag selected, when the button is released.
  func selection(after event: MouseEvent, in frame: @autoclosure () -> Frame) -> String? {
    event.action == .release ? drag?.text(of: frame()) : nil
  }

  /// Returns the frame with the text that is being selected highlighted.
  func drawn(on frame: Frame) -> Frame {
    guard let drag else { return frame }
    var frame = frame
    drag.draw(on: &frame)
    return frame
  }
}
