import Terminal

/// A bar at its position in a row, such as a phase in the total time of a request.
///
/// The ends are drawn with a precision of half a cell. A bar without a length is drawn as a thin
/// line.
struct WaterfallBar {
  /// The start and the end as fractions of the row, from 0 to 1.
  let start: Double
  let end: Double

  func draw(_ ink: Ink, in place: Rect, _ frame: inout Frame) {
    guard place.width > 0 else { return }
    let cells = Double(place.width)
    guard end > start else {
      let cell = min(place.width - 1, Int(start * cells))
      frame.put("▏", in: Rect(x: place.x + cell, y: place.y, width: 1, height: 1), ink: ink)
      return
    }
    let first = min(place.width * 2 - 1, Int(start * cells * 2))
    let last = min(place.width * 2, max(first + 1, Int((end * cells * 2).rounded())))
    for cell in first / 2...(last - 1) / 2 {
      let (left, right) = (cell * 2 >= first, cell * 2 + 1 < last)
      let glyph: SafeText = left && right ? "━" : left ? "╸" : "╺"
      frame.put(glyph, in: Rect(x: place.x + cell, y: place.y, width: 1, height: 1), ink: ink)
    }
  }
}
