import Terminal
import ViewModels

/// The texts about the filter of a response.
///
/// The result is shown above the body, and the error and the completions above the prompt.
enum FilterLine {
  /// Returns the note about the filter above the body, or nil if there is no filter.
  static func note(of model: ResponseModel) -> Span? {
    guard model.body.showsBody, model.body.isOpen else { return nil }
    if let asked = model.body.filter.asked, !asked.isEmpty, model.body.filter.progress != nil {
      let percent = model.body.filter.progress?.percent ?? 0
      return Span(SafeText("| \(asked) · filtering, \(percent)%"), Ink(.noticeInfo))
    }
    guard let shown = model.body.filter.shown else { return nil }
    let saved = shown.text == model.request?.filter ? " (saved with the request)" : ""
    // The error comes first, because a narrow screen truncates the end.
    let words =
      shown.fault == nil
      ? "| \(shown.text)\(saved) · \(shown.words)" : "\(shown.words) · | \(shown.text)\(saved)"
    return Span(
      SafeText(words),
      Ink(shown.fault == nil ? .noticeInfo : .noticeWarning))
  }

  /// Returns the error of the typed filter and the keys that Tab completes.
  static func remark(_ model: AppModel, _ prompt: Prompt, _ keys: Keymap) -> [Span] {
    let filter = model.response.body.filter
    let problem = filter.problem.map { [Span(SafeText($0), Ink(.fieldError))] } ?? []
    var offered: [Span] = []
    if let completion = filter.completion, filter.completed == prompt.buffer.head,
      !completion.keys.isEmpty
    {
      let key = keys.label(of: .typing(.nextField)) ?? "tab"
      offered = [Span(SafeText("\(key): "), Ink(.hintKey))]
      offered.append(Span(SafeText(completion.keys.joined(separator: "  ")), Ink(.hintText)))
      if prompt.purpose is FilterPrompt, completion.keys == [completion.fragment] { offered = [] }
    }
    // An incomplete program usually has an error, so the completions come first.
    let gap = problem.isEmpty || offered.isEmpty ? [] : [Span("   ", Ink(.text))]
    return prompt.purpose is FilterPrompt
      ? offered + gap + problem : problem.isEmpty ? offered : problem
  }
}
