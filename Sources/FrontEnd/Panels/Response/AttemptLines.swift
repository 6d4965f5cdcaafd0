import ClientModel
import Terminal
import ViewModels

/// Draws the Attempts tab: every try with its redirect hops, and how each ended.
enum AttemptLines {
  static func draw(
    _ model: ResponseModel, _ canvas: PanelCanvas, in area: Rect, frame: inout Frame
  ) {
    let digits = String(model.attempts.last?.id.number ?? 1).utf8.count
    ListLines.draw(model, model.attempts.count, canvas, in: area, frame: &frame) {
      row, place, frame in
      let attempt = model.attempts[row]
      let mark = row == model.chosen ? "›" : " "
      let number = String(attempt.id.number)
      let gap = String(repeating: " ", count: max(0, digits - number.utf8.count))
      let indent = attempt.hop > 0 ? "↳ " : ""
      let left = [
        Span(SafeText(mark), Ink(.heading)),
        Span(SafeText("\(gap)\(number)  \(indent)"), Ink(.muted)),
        Span(SafeText(attempt.method.rawValue + " "), Ink(attempt.method.role)),
        Span(SafeText(attempt.displayURL), Ink(.text)),
      ]
      let right = result(attempt.result)
      let width = min(right.reduce(0) { $0 + $1.text.width }, place.width * 3 / 5)
      let (line, end) = place.split(rightColumns: width)
      frame.put(left, in: Rect(x: line.x, y: line.y, width: line.width - 2, height: 1))
      frame.put(right, in: end, aligned: .right)
    }
  }

  private static func result(_ result: AttemptResult?) -> [Span] {
    guard let result else { return [Span("no end is known", Ink(.stateInterrupted))] }
    var spans: [Span] = []
    switch result.end {
    case .answered: break
    case .failed(let failure):
      spans.append(Span(SafeText(failure.kind.words), Ink(.stateFailed)))
    case .cancelled: spans.append(Span("cancelled", Ink(.stateCancelled)))
    }
    if let head = result.head {
      let gap = spans.isEmpty ? "" : "  "
      spans.append(
        Span(SafeText("\(gap)\(head.status)"), Ink(QueueRow.statusRole(head.status))))
    }
    if let total = result.timings.total {
      spans.append(Span(SafeText("  \(total.shown)"), Ink(.muted)))
    }
    return spans
  }
}

extension Failure.Kind {
  /// The kind in lower-case words: `connect timeout`.
  fileprivate var words: String {
    rawValue.reduce(into: "") { text, letter in
      text += letter.isUppercase ? " " + letter.lowercased() : String(letter)
    }
  }
}
