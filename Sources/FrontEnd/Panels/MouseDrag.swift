package import Terminal
package import ViewModels

/// A drag of the mouse, which moves the line between two panels or selects text inside a panel.
package struct MouseDrag: Sendable {
  private enum Kind: Sendable {
    case split(PanelSplit)
    case text(Rect)
  }

  private let kind: Kind
  private let start: Point
  private var end: Point
  private let keymap: Keymap
  private let size: Size

  /// Creates a drag that begins at a point. Returns nil if there is nothing to drag.
  package init?(
    at point: Point, in model: AppModel, keymap: Keymap = .standard, size: Size
  ) {
    let layout = ScreenLayout(model, keymap, size)
    guard layout.isUsable, model.overlays.isEmpty else { return nil }
    if let split = layout.split(at: point) {
      kind = .split(split)
    } else if let panel = layout.panels.values.first(where: {
      $0.inset(columns: 1, rows: 1).contains(point)
    }) {
      kind = .text(panel.inset(columns: 1, rows: 1))
    } else {
      return nil
    }
    (start, end, self.keymap, self.size) = (point, point, keymap, size)
  }

  /// Handles a movement of the mouse.
  ///
  /// Returns the command that moves the line between two panels, or nil if the drag selects text.
  package mutating func move(to point: Point, in model: AppModel) -> Command? {
    end = point
    guard case .split(let split) = kind else { return nil }
    let layout = ScreenLayout(model, keymap, size)
    return .point(.split(split, size: layout.extent(of: split, at: point)))
  }

  package var movedSplit: Bool {
    if case .split = kind { start != end } else { false }
  }

  package func draw(on frame: inout Frame) {
    for row in rows(frame.size) { frame.lay(.textSelection, under: row) }
  }

  /// Returns the selected text of a frame, or nil if no text is selected.
  package func text(of frame: Frame) -> String? {
    let rows = rows(frame.size)
    guard !rows.isEmpty else { return nil }
    let lines = rows.map { row in
      let text = (row.x..<row.right).map { x in
        frame[Point(x: x, y: row.y)].glyph.text
      }.joined()
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
    let text = lines.joined(separator: "\n")
    return text.allSatisfy(\.isWhitespace) ? nil : text
  }

  /// Returns the selected cells of each row, or an empty array for a click.
  private func rows(_ size: Size) -> [Rect] {
    guard case .text(let area) = kind, start != end, size == self.size else { return [] }
    let (first, last) = (start.y, start.x) < (end.y, end.x) ? (start, end) : (end, start)
    let lines = max(first.y, area.y)...max(first.y, min(last.y, area.bottom - 1))
    return lines.map { y in
      let left = y == first.y ? max(first.x, area.x) : area.x
      let right = y == last.y ? min(last.x + 1, area.right) : area.right
      return Rect(x: left, y: y, width: right - left, height: 1)
    }
  }
}
