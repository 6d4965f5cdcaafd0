import ClientModel
import Terminal
import ViewModels

/// Functions that draw the Checks tab, a list of the request's assertions and their results.
enum CheckLines {
  static func draw(
    _ model: ResponseModel, _ canvas: PanelCanvas, in area: Rect, frame: inout Frame
  ) {
    let rows = model.checks.verdicts
    ListLines.draw(model, rows.count, canvas, in: area, frame: &frame) { row, place, frame in
      frame.put(spans(rows[row]), in: place)
    }
  }

  /// Returns the full text of the selected row, or an empty array if the row is not truncated.
  static func details(_ model: ResponseModel, width: Int) -> [SafeText] {
    let row = model.list(of: .checks).selected
    guard model.checks.verdicts.indices.contains(row) else { return [] }
    let text = SafeText(model.checks.verdicts[row].text)
    return text.width > width - 4 ? text.pieces(of: width) : []
  }

  /// Returns the first failed assertion, as a note above the body.
  static func note(of model: ResponseModel) -> Span? {
    guard model.tab != .checks, let failed = model.checks.verdicts.first(where: { !$0.holds })
    else {
      return nil
    }
    return Span(SafeText("✗ \(failed.text)"), Ink(.noticeError))
  }

  /// Returns the summary for the status line: `✗ 1 of 3 assertions failed`.
  static func tally(_ check: CheckTally) -> [Span] {
    let ink = Ink(check.failed > 0 ? .noticeError : .stateSucceeded)
    return [Span(SafeText("\(check.failed > 0 ? "✗" : "✓") \(check.text)"), ink)]
  }

  private static func spans(_ verdict: AssertionVerdict) -> [Span] {
    let text = Span(SafeText(verdict.assertion), Ink(.text))
    switch verdict.end {
    case .held: return [Span("✓ ", Ink(.stateSucceeded)), text]
    case .failed(let got):
      return [
        Span("✗ ", Ink(.noticeError)), text, Span(SafeText("   got \(got)"), Ink(.noticeError)),
      ]
    case .unchecked(let why):
      return [
        Span("? ", Ink(.noticeWarning)), text,
        Span(SafeText("   not checked, \(why)"), Ink(.noticeWarning)),
      ]
    }
  }
}
