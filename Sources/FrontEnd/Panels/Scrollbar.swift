import Terminal

/// The scroll bar of a list, drawn as a thick part of the right border.
enum Scrollbar {
  struct Extent {
    var top: Int
    var total: Int
  }

  /// Draws the scroll bar next to an area. Draws nothing if all rows are visible or the area is too
  /// small.
  static func draw(_ extent: Extent, in area: Rect, frame: inout Frame) {
    guard extent.total > area.height, area.height > 1, area.width > 8 else { return }
    let length = max(1, area.height * area.height / extent.total)
    let room = area.height - length
    let last = extent.total - area.height
    let start = min(room, extent.top * room / max(1, last))
    let bar = Rect(x: area.right, y: area.y + start, width: 1, height: length)
    frame.fill(bar, ink: Ink(.scrollbar), with: "┃")
  }
}
