import ClientModel
import Terminal
import ViewModels

/// The heading of a section.
///
/// It consists of the fold mark, the name and the number of rows. Above waiting jobs, it also
/// contains the column titles.
enum SectionRow {
  static func draw(
    _ section: QueueSection, _ rows: QueueRows, interrupted: Int, _ columns: QueueColumns,
    _ row: Rect, _ frame: inout Frame
  ) {
    let isFolded = rows.folded.contains(section)
    frame.put(
      [
        Span(isFolded ? "▸ " : "▾ ", Ink(.heading)), Span(name(of: section), Ink(.heading)),
        Span(SafeText(" \(rows.count(of: section).grouped)"), Ink(.muted)),
        Span(
          SafeText(
            section == .held && interrupted > 0 ? " · \(interrupted.grouped) interrupted" : ""),
          Ink(.stateInterrupted)),
      ], in: row)
    let wait = columns.wait
    guard section == .next, !isFolded, wait.width > 0, columns.method > 0 else { return }
    let (_, titles) = row.inset(columns: 1).split(rightColumns: wait.width)
    let reasonWidth = wait.reason > 0 ? wait.reason + wait.gap : 0
    let start = titles.split(rightColumns: wait.start + reasonWidth).right
    frame.put("in", in: start, ink: Ink(.muted))
    if wait.reason > 0 {
      let reason = titles.split(rightColumns: wait.reason).right
      frame.put("why", in: reason, ink: Ink(.muted))
    }
  }

  private static func name(of section: QueueSection) -> SafeText {
    switch section {
    case .running: "Running"
    case .next: "Next"
    case .held: "Held"
    case .done: "Done"
    }
  }
}
