import Terminal
import ViewModels

/// What is told of the filter: over the tree what it came to, under the prompt's text what may follow.
enum FilterLine {
  /// The line over a body that is seen through a filter; nil for a whole one.
  static func note(of model: ResponseModel) -> Span? {
    guard model.showsBody, model.isBodyOpen else { return nil }
    if let asked = model.filter.asked, !asked.isEmpty, model.filter.progress != nil {
      let percent = model.filter.progress?.percent ?? 0
      return Span(SafeText("| \(asked) · filtering, \(percent)%"), Ink(.noticeInfo))
    }
    guard let shown = model.filter.shown else { return nil }
    let saved = shown.text == model.savedFilter ? " (saved with the request)" : ""
    // What went wrong comes first: a narrow screen cuts the end.
    let words =
      shown.fault == nil
      ? "| \(shown.text)\(saved) · \(shown.words)" : "\(shown.words) · | \(shown.text)\(saved)"
    return Span(
      SafeText(words),
      Ink(shown.fault == nil ? .noticeInfo : .noticeWarning))
  }

  /// What is wrong with the program, or the keys that tab puts in: on the row over the prompt.
  static func draw(
    _ model: AppModel, _ buffer: TextBuffer, _ keys: Keymap, _ layout: ScreenLayout,
    _ frame: inout Frame
  ) {
    let row = Rect(
      x: layout.prompt.x, y: layout.prompt.y - 1, width: layout.prompt.width, height: 1)
    let filter = model.response.filter
    var spans: [Span] = []
    if let problem = filter.problem {
      spans = [Span(SafeText(problem), Ink(.fieldError))]
    } else if let completion = filter.completion, filter.completed == buffer.head,
      !completion.keys.isEmpty
    {
      let key = keys.label(of: .typing(.nextField)) ?? "tab"
      spans = [Span(SafeText("\(key): "), Ink(.hintKey))]
      spans.append(Span(SafeText(completion.keys.joined(separator: "  ")), Ink(.hintText)))
    }
    guard !spans.isEmpty, row.y >= 0 else { return }
    frame.fill(row, ink: Ink(.text))
    frame.put(spans, in: row.inset(columns: 1))
  }
}
