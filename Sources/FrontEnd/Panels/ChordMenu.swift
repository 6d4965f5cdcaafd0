import Terminal
import ViewModels

/// The menu of the keys that can follow the first key of a chord.
enum ChordMenu {
  static func draw(
    _ model: AppModel, _ keys: KeyReader, _ layout: ScreenLayout, _ frame: inout Frame
  ) {
    let rows = keys.keymap.continuations(of: keys.pending, in: model.contexts)
    let widest = rows.map { SafeText($0.command.facts?.title ?? "").width }.max() ?? 0
    // The menu is inside the border of the panels, so that it is visibly an overlay. It covers the
    // notice if there is not enough room.
    let inPanels = layout.notice.y - 1
    let area = Rect(
      x: 0, y: 0, width: layout.hints.width - 2,
      height: rows.count + 2 > inPanels ? layout.hints.y : inPanels)
    let height = min(rows.count + 2, area.height)
    let (_, bottom) = area.split(bottomRows: height)
    let (_, rect) = bottom.split(rightColumns: min(widest + 8, area.width))
    // The part of the notice that the menu does not cover is cleared.
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
