import Terminal
import ViewModels

/// Shows what may follow the first key of a chord.
enum ChordMenu {
  static func draw(
    _ model: AppModel, _ keys: KeyReader, _ layout: ScreenLayout, _ frame: inout Frame
  ) {
    let rows = keys.keymap.continuations(of: keys.pending, in: model.contexts)
    let widest = rows.map { SafeText($0.command.facts?.title ?? "").width }.max() ?? 0
    // Inside the border of the panels, so that it is seen to lie over them; over the notice where it has
    // no room otherwise.
    let inPanels = layout.notice.y - 1
    let area = Rect(
      x: 0, y: 0, width: layout.hints.width - 2,
      height: rows.count + 2 > inPanels ? layout.hints.y : inPanels)
    let height = min(rows.count + 2, area.height)
    let (_, bottom) = area.split(bottomRows: height)
    let (_, rect) = bottom.split(rightColumns: min(widest + 8, area.width))
    // No sliver of a sentence stands beside the menu.
    if rect.bottom > layout.notice.y { frame.fill(layout.notice, ink: Ink(.text)) }
    frame.fill(rect, ink: Ink(.text, on: .dialog))
    let name = keys.pending.map(\.description).joined(separator: " ")
    let inside = frame.border(
      rect, ink: Ink(.borderFocused, on: .dialog),
      title: [Span(SafeText("After \(name)"), Ink(.titleFocused, on: .dialog))])
    for (line, row) in rows.enumerated() where line < inside.height {
      frame.put(
        [
          Span(SafeText("\(row.key.description)  "), Ink(.hintKey, on: .dialog)),
          Span(SafeText(row.command.facts?.title ?? ""), Ink(.text, on: .dialog)),
        ], in: inside.row(line))
    }
  }
}
