import Terminal

/// The scroll bar of a list. It is drawn at the right edge.
enum Scrollbar {
  struct Extent {
    var top: Int
    var total: Int
  }

  /// Draws the scroll bar. Draws nothing if all rows are visible or the area is too small.
  static func draw(_ extent: Extent, in area: Rect, frame: inout Frame) {
    guard extent.total > area.height, area.height > 1, area.width > 8 else { return }
    let length = max(1, area.height * area.height / extent.total)
    let room = area.height - length
    let last = extent.total - area.height
    let start = min(room, extent.top * room / max(1, last))
    for line in 0..<area.height {
      let isThumb = (start..<start + length).contains(line)
      frame.put(
        isThumb ? "█" : "│", in: Rect(x: area.right - 1, y: area.y + line, width: 1, height: 1),
        ink: Ink(.scrollbar))
    }
  }
}
