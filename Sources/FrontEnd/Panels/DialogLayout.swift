import ClientModel
import Terminal
import ViewModels

/// The areas of a dialog, used for drawing and for the mouse.
struct DialogLayout {
  let rect: Rect
  let question: [SafeText]
  /// The explanation below the question.
  let detail: [SafeText]
  /// The visible rows of the excerpt.
  let excerpt: ArraySlice<FileDifference.Row>
  /// The number of rows for the excerpt. The last rows are empty if the excerpt is scrolled to its
  /// end.
  let excerptRows: Int

  /// The usual width of a dialog with wrapped text, in columns. A dialog may be wider if a
  /// paragraph would otherwise end in a line of one word.
  private static let usualWidth = 76
  private static let mostWidth = 110
  /// The number of columns for the border, the padding and a space on both sides.
  private static let frameColumns = 8

  /// Creates the layout.
  ///
  /// - Parameter screen: The full screen. The dialog does not cover the last row, which shows the
  ///   hints.
  init(_ question: Confirmation, _ keymap: Keymap, in screen: Rect) {
    let widest =
      ([question.question] + question.detail.lines + question.excerpt.map(\.text)
      + question.answers.map(\.title)).map { keymap.text($0).width }.max() ?? 0
    let most = min(screen.width, max(Self.usualWidth, min(Self.mostWidth, screen.width - 20)))
    let least = min(widest + Self.frameColumns, Self.usualWidth, screen.width)
    func lines(_ width: Int) -> [[SafeText]] {
      ([question.question] + question.detail.lines).map {
        Paragraph.lines(of: keymap.text($0), width: max(1, width - 4))
      }
    }
    let width =
      (least...max(least, most)).first { lines($0).allSatisfy { !Paragraph.endsInOneWord($0) } }
      ?? least
    let wrapped = lines(width)
    let answers = question.isInformation ? 0 : question.answers.count + 1
    // Two rows for the border, one for the status line, and one for the hints.
    let room = max(0, screen.height - 4 - answers)
    self.question = Array(wrapped[0].prefix(max(1, room)))
    let left = max(0, room - self.question.count)
    let all = wrapped.dropFirst().flatMap { $0 }
    detail = all.count > left ? Array(all.prefix(max(0, left - 1))) + ["…"] : all
    excerptRows = min(question.excerpt.count, max(0, left - detail.count))
    excerpt = question.excerpt.dropFirst(question.top).prefix(excerptRows)
    let rows = self.question.count + detail.count + excerptRows + answers
    rect = screen.centered(Size(width: width, height: rows + 2)).above(screen.bottom - 1)
  }

  var inside: Rect { rect.inset(columns: 2, rows: 1) }

  func answerRow(_ index: Int) -> Rect {
    inside.row(index + 1 + question.count + detail.count + excerptRows)
  }
}

extension String {
  fileprivate var lines: [String] { split(separator: "\n").map(String.init) }
}
