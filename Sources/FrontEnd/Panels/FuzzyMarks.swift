import Terminal
import ViewModels

/// A function that highlights the letters of a row that match a typed text.
enum FuzzyMarks {
  static func lay(under text: String, in row: Rect, _ frame: inout Frame) {
    let words = FuzzyWord.words(of: text)
    let area = row.intersection(frame.bounds)
    guard !words.isEmpty, !area.isEmpty else { return }
    // The places and the letters of the glyphs. A wide glyph is listed once.
    var (places, letters) = ([Point](), "")
    for x in area.x..<area.right {
      let place = Point(x: x, y: area.y)
      let glyph = frame[place].glyph
      guard !glyph.isContinuation, let letter = glyph.text.unicodeScalars.first else { continue }
      places.append(place)
      letters.unicodeScalars.append(letter)
    }
    let shown = FuzzyText(letters)
    for place in words.flatMap({ FuzzyMatch(shown, $0)?.places ?? [] }).map({ places[$0] }) {
      let (glyph, ink) = (frame[place].glyph, frame[place].ink)
      frame.put(
        SafeText(glyph.text),
        in: Rect(x: place.x, y: place.y, width: Int(glyph.width), height: 1),
        ink: Ink(.hintKey, on: ink.ground, emphasis: .bold))
    }
  }
}
