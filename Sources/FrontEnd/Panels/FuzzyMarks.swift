import Terminal
import ViewModels

/// A function that highlights the letters of a row that match a typed text.
enum FuzzyMarks {
  static func lay(under text: String, in row: Rect, _ frame: inout Frame) {
    let words = FuzzyWord.words(of: text)
    let area = row.intersection(frame.bounds)
    guard !words.isEmpty, !area.isEmpty else { return }
    // The columns and the letters of the glyphs. A wide glyph is listed once.
    var (columns, letters) = ([Int](), "")
    for x in area.x..<area.right {
      let glyph = frame[Point(x: x, y: area.y)].glyph
      guard !glyph.isContinuation, let letter = glyph.text.unicodeScalars.first else { continue }
      columns.append(x)
      letters.unicodeScalars.append(letter)
    }
    let shown = FuzzyText(letters)
    for place in words.flatMap({ FuzzyMatch(shown, $0)?.places ?? [] }) {
      let cell = Rect(x: columns[place], y: area.y, width: 1, height: 1)
      frame.lay(.match, under: cell)
    }
  }
}
