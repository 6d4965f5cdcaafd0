package import Terminal
package import ViewModels

/// Functions that handle the mouse. They compute targets from the model and the size, not from the
/// last frame.
extension Screen {
  private static let wheelRows = 3

  /// Returns the command for a click or a turn of the wheel, or nil if there is no target.
  package static func command(
    for event: MouseEvent, in model: AppModel, keymap: Keymap = .standard, size: Size
  ) -> Command? {
    let layout = ScreenLayout(model, keymap, size)
    guard layout.isUsable else { return nil }
    if event.action == .doublePress {
      let press = MouseEvent(.press, button: event.button, at: event.position)
      let command = command(for: press, in: model, keymap: keymap, size: size)
      guard case .point(let target) = command, model.overlays.isEmpty else { return command }
      return .point(.double(target))
    }
    if event.action == .press, event.button == .left,
      let command = HintBar.command(at: event.position, model, keymap, in: layout.hints)
    {
      return command
    }
    let rows: Int? =
      switch event.action {
      case .wheelUp: -wheelRows
      case .wheelDown: wheelRows
      case .press where event.button == .left: nil
      default: 0
      }
    guard rows != 0 else { return nil }
    switch model.overlays.last {
    case .list(let list):
      if let rows { return .point(.listWheel(rows: rows)) }
      guard layout.listRows.contains(event.position) else { return nil }
      return .point(.listRow(list.list.top + event.position.y - layout.listRows.y))
    case .question(let question):
      if question.isInformation {
        return layout.dialog(question).rect.contains(event.position) ? .point(.answer(0)) : nil
      }
      let dialog = layout.dialog(question)
      let hit = question.answers.indices.first {
        dialog.answerRow($0).contains(event.position)
      }
      return hit.map { .point(.answer($0)) }
    case .prompt: return nil
    case nil: break
    }
    guard let (panel, rect) = layout.panel(at: event.position) else { return nil }
    if let rows { return .point(.wheel(panel, rows: rows)) }
    let inside = rect.inset(columns: 1, rows: 1)
    guard inside.contains(event.position) else {
      let tab =
        panel == .composer && event.position.y == rect.y
        ? RequestTabs(model, width: rect.width).target(at: event.position.x - rect.x) : nil
      return .point(tab ?? .panel(panel))
    }
    let point = Point(x: event.position.x - inside.x, y: event.position.y - inside.y)
    let target =
      switch panel {
      case .requests: SidebarPanel.target(at: point, of: model, size: inside.size)
      case .composer:
        ComposerPanel.target(
          at: Point(x: point.x - ComposerPanel.margin, y: point.y), of: model.composer,
          size: inside.inset(columns: ComposerPanel.margin).size)
      case .queue: QueuePanel.target(at: point, of: model.queue, size: inside.size)
      case .response: ResponsePanel.target(at: point, of: model.response, size: inside.size)
      }
    return .point(target ?? .panel(panel))
  }
}
