import Terminal

/// Marks where a text that was looked for stands on the screen.
enum Matches {
  /// All small letters find capitals too, as the search does. Text that is cut is marked where it
  /// shows whole.
  static func lay(_ ground: Ground, under text: String, in row: Rect, frame: inout Frame) {
    let isExact = text.contains { $0.isUppercase }
    let needle = SafeText(text).glyphs.map { fold($0, isExact) }
    let area = row.intersection(frame.bounds)
    guard !needle.isEmpty, !area.isEmpty else { return }
    // Each glyph with its column: wide ones stand once.
    let cells = (area.x..<area.right).compactMap { x -> (x: Int, text: String, width: Int)? in
      let glyph = frame[Point(x: x, y: area.y)].glyph
      return glyph.isContinuation ? nil : (x, fold(glyph, isExact), Int(glyph.width))
    }
    var start = 0
    while start + needle.count <= cells.count {
      let part = cells[start..<start + needle.count]
      guard part.map(\.text) == needle, let first = part.first, let last = part.last else {
        start += 1
        continue
      }
      frame.lay(
        ground, under: Rect(x: first.x, y: area.y, width: last.x + last.width - first.x, height: 1))
      start += needle.count
    }
  }

  private static func fold(_ glyph: Glyph, _ isExact: Bool) -> String {
    isExact ? glyph.text : glyph.text.lowercased()
  }
}
