import ClientModel
import Terminal
import ViewModels

/// What is said of the text in a prompt, on the rows over it: the prompt stands where notices do.
enum PromptRemark {
  static func draw(
    _ prompt: Prompt, _ model: AppModel, _ keymap: Keymap, _ layout: ScreenLayout,
    _ frame: inout Frame
  ) {
    let foot = layout.prompt
    guard let (words, role) = remark(on: prompt, model, layout) else { return }
    let text = keymap.text(words)
    let count = Paragraph.lines(of: text, width: foot.width - 2).count
    let rows = min(count, 3, foot.y)
    guard rows > 0 else { return }
    let area = Rect(x: foot.x, y: foot.y - rows, width: foot.width, height: rows)
    frame.fill(area, ink: Ink(.text))
    Paragraph.draw([Span(text, Ink(role))], in: area.inset(columns: 1), frame: &frame)
  }

  private static func remark(
    on prompt: Prompt, _ model: AppModel, _ layout: ScreenLayout
  ) -> (words: String, role: Role)? {
    if let fault = fault(of: prompt, model, layout) { return (fault, .fieldError) }
    if prompt.purpose is KeysPrompt { return (keyFormat, .hintText) }
    return prompt.purpose.advice.map { ($0, .hintText) }
  }

  /// Here, because view models know no keys.
  private static let keyFormat =
    "A key is f6, ctrl+t or alt+x; blanks join the keys of a chord, such as g p. Write or between several keys."

  private static func fault(
    of prompt: Prompt, _ model: AppModel, _ layout: ScreenLayout
  ) -> String? {
    if prompt.query != nil, let missed = model.response.seekingRemark {
      return "\(missed.what) \(missed.whatToDo)"
    }
    if prompt.purpose is AssertionPrompt, let fault = AssertionPrompt.fault(in: prompt.buffer.text)
    {
      return "\(fault.why) \(fault.whatToDo)"
    }
    // A longer one begins above the prompt by itself.
    guard let notice = model.notice, layout.notice.height == 1 else { return nil }
    return notice.line
  }
}
