import ClientModel
import Terminal
import ViewModels

/// Functions that draw a picture as text symbols, below a line that describes the picture.
enum PictureLines {
  /// The number of rows above the picture.
  static let headRows = 1

  static func draw(_ model: ResponseModel, in area: Rect, frame: inout Frame) {
    let (head, room) = area.split(topRows: headRows)
    let pane = model.body.picture
    guard let picture = pane.shown else {
      drawWords(model, in: area, frame: &frame)
      return
    }
    frame.put(
      SafeText(
        "\(picture.format.name) · \(picture.width) × \(picture.height) · \(model.storedBody.length)"
          + (pane.isDrawing ? " · drawing…" : "")),
      in: head, ink: Ink(.muted))
    for row in 0..<min(picture.rows, room.height) {
      for column in 0..<min(picture.columns, room.width) {
        let cell = picture.cells[row * picture.columns + column]
        let place = Point(x: room.x + column, y: room.y + row)
        guard frame.bounds.contains(place) else { continue }
        var ink = Ink(.text)
        if cell.foreground != nil || cell.background != nil {
          ink.paint = Paint(foreground: Color(cell.foreground), background: Color(cell.background))
        }
        frame[place] = Cell(Glyph(cell.scalar, width: 1), ink)
      }
    }
  }

  private static func drawWords(_ model: ResponseModel, in area: Rect, frame: inout Frame) {
    guard let refusal = model.body.picture.refusal else {
      let isArriving = model.job.map { !$0.state.word.isFinished } ?? false
      let words = isArriving ? "The picture is arriving…" : "Drawing the picture…"
      frame.put(SafeText(words), in: area, ink: Ink(.placeholder))
      return
    }
    Paragraph.draw(
      [Span(SafeText(refusal.what), Ink(.noticeWarning))]
        + [refusal.why, refusal.whatToDo].map { Span(SafeText($0), Ink(.text)) },
      in: area, frame: &frame)
  }
}

extension Color {
  fileprivate init(_ colour: Picture.Colour?) {
    self = colour.map { .rgb(red: $0.red, green: $0.green, blue: $0.blue) } ?? .terminal
  }
}
