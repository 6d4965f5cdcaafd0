import Terminal
import ViewModels

/// Functions that draw a list over the panels.
enum ListPanel {
  static func draw(
    _ list: ListModel, _ model: AppModel, _ keymap: Keymap, _ layout: ScreenLayout,
    _ frame: inout Frame
  ) {
    let rows = model.rows(of: list)
    frame.fill(layout.list, ink: Ink(.text, on: .dialog))
    let ink = Ink(.borderFocused, on: .dialog)
    frame.border(layout.list, ink: ink)
    frame.title(title(list, model, width: layout.list.width), of: layout.list, ink: ink)
    if !rows.isEmpty {
      let count = Span(
        SafeText(count(list.list.selected, among: rows)), Ink(.muted, on: .dialog))
      frame.note([count], of: layout.list, ink: ink)
    }
    let head = layout.listHead.inset(columns: 1)
    if list.isTyping {
      frame.put("> ", in: head, ink: Ink(.fieldLabel, on: .dialog))
      TextField.draw(
        list.filter, in: head.split(leftColumns: 2).right, frame: &frame)
    } else if !list.filter.isEmpty {
      frame.put(
        SafeText("filter: \(list.filter.text)"), in: head, ink: Ink(.muted, on: .dialog))
    } else if let caption = model.caption(of: list) {
      frame.put(SafeText(caption), in: head, ink: Ink(.muted, on: .dialog))
    }
    let area = layout.listRows
    if rows.isEmpty {
      Paragraph.draw(
        [Span(SafeText(model.overlays.emptyText(of: list)), Ink(.placeholder, on: .dialog))],
        in: area.inset(columns: 1),
        frame: &frame)
    }
    let visible = list.list.visibleRows(of: rows.count)
    let table = ListTable(rows, visible: visible, width: area.width - 4)
    for (line, index) in visible.enumerated() {
      let (row, place) = (rows[index], area.row(line))
      let isSelected = index == list.list.selected
      let ground: Ground = row.isFlashing ? .matchCurrent : isSelected ? .selected : .dialog
      frame.fill(place, ink: Ink(.text, on: ground))
      let rest = place.inset(columns: 1)
      if let table, !row.cells.isEmpty {
        if row.isCurrent { frame.put("*", in: rest, ink: Ink(.text, on: ground)) }
        table.draw(row, on: ground, keymap, in: rest.split(leftColumns: 2).right, &frame)
      } else {
        draw(row, on: ground, keymap, rest, &frame)
      }
      // Only typed lists are ranked by these matches.
      if model.overlays.isTyped(list) {
        FuzzyMarks.lay(under: list.filter.text, in: rest, &frame)
      }
    }
    if layout.listFoot.height > 1 {
      let rule = String(repeating: "─", count: max(0, area.width - 2))
      frame.put(
        SafeText(rule), in: layout.listFoot.row(0).inset(columns: 1), ink: Ink(.muted, on: .dialog))
    }
    if let text = model.description(of: list) {
      drawFoot(text, keymap, in: layout.listFoot, &frame)
    }
  }

  /// Returns the position of the selected row, such as `3 of 17`. Headings are not counted.
  private static func count(_ selected: Int, among rows: [ListRow]) -> String {
    let before = rows.prefix(selected + 1).count { $0.value != .heading }
    return "\(before) of \(rows.count { $0.value != .heading })"
  }

  /// Draws the description of the selected row.
  private static func drawFoot(
    _ text: String, _ keymap: Keymap, in rect: Rect, _ frame: inout Frame
  ) {
    let area = rect.height > 1 ? rect.split(topRows: 1).bottom : rect
    Paragraph.draw(
      [Span(keymap.text(text), Ink(.muted, on: .dialog))],
      in: area.inset(columns: 2, rows: 0), frame: &frame)
  }

  private static func title(_ list: ListModel, _ model: AppModel, width: Int) -> [Span] {
    guard !list.tabs.isEmpty else {
      return [
        Span(SafeText(model.overlays.title(of: list.source)), Ink(.titleFocused, on: .dialog))
      ]
    }
    let tabs = list.tabs.map { TabStrip.Tab(SafeText(model.overlays.title(of: $0))) }
    let active = list.tabs.firstIndex(of: list.source) ?? 0
    let room = width - 2 * Frame.titleMargin - 2
    return TabStrip(tabs, active: active, width: room).spans(on: .dialog)
  }

  private static func draw(
    _ row: ListRow, on ground: Ground, _ keymap: Keymap, _ rect: Rect, _ frame: inout Frame
  ) {
    var right = SafeText(row.detail)
    var role = Role.muted
    switch row.value {
    case .command(let command):
      right = SafeText(keymap.labels(of: command).joined(separator: "  "))
      role = .hintKey
    case .series(let commands):
      right = SafeText(commands.compactMap { keymap.labels(of: $0).first }.joined(separator: " "))
      role = .hintKey
    default: break
    }
    let isHeading = row.value == .heading || row.fold != nil
    let mark = row.isCurrent ? "* " : isHeading ? "" : "  "
    let title = keymap.text(mark + row.title)
    // The right side is limited to three fifths of the row only if the title needs the other
    // columns.
    let most = max(rect.width * 3 / 5, rect.width - title.width)
    let (left, end) = rect.split(rightColumns: min(right.width + 1, most))
    frame.put(title, in: left, ink: Ink(isHeading ? .heading : .text, on: ground))
    // One space always separates the title from the right side.
    frame.put(
      right, in: end.split(leftColumns: 1).right, ink: Ink(role, on: ground), aligned: .right)
  }
}
