import ClientModel
import Terminal
import ViewModels

/// The rows between the panels and the hints. They show a notice, or a prompt and a remark on its
/// text.
///
/// The rows do not cover the panels, because a notice refers to their content. The last words of a
/// notice name the action to take, so a notice is wrapped, not truncated.
struct ScreenFoot {
  /// The notice, or the remark on the prompt. It is nil if there is neither.
  let text: Span?
  let rows: Int
  let isPrompt: Bool

  init(_ model: AppModel, _ keymap: Keymap, _ size: Size) {
    func lines(of text: SafeText) -> Int { Paragraph.lines(of: text, width: size.width - 2).count }
    // A small screen needs its rows for the panel.
    let most = max(1, min(4, size.height - 8))
    // While text is being typed, problems appear and disappear with each key. The panels must not
    // move then.
    let reserved = model.composer.isTyping ? nil : model.coveredStanding
    let standing = reserved.map { min(3, lines(of: keymap.text($0.line))) } ?? 1
    if case .prompt(let prompt) = model.overlays.last {
      isPrompt = true
      text = PromptRemark.span(on: prompt, model, keymap)
      let remark = max(PromptRemark.leastRows(prompt), text.map { lines(of: $0.text) } ?? 0)
      rows = max(1, min(most, max(standing, 1 + remark)))
      return
    }
    isPrompt = false
    let notice = model.notice ?? model.standing
    text = notice.map { Span(keymap.text($0.line), Ink(Self.role(of: $0.kind))) }
    let noticed = model.notice.map { lines(of: keymap.text($0.line)) } ?? 1
    rows = min(most, max(standing, noticed))
  }

  private static func role(of kind: Notice.Kind) -> Role {
    switch kind {
    case .info: .noticeInfo
    case .warning: .noticeWarning
    case .error: .noticeError
    }
  }

  /// Draws the notice, or a caption if there is no notice. If a prompt is open, draws the prompt
  /// and its remark.
  func draw(_ model: AppModel, _ keymap: Keymap, in rect: Rect, _ frame: inout Frame) {
    guard case .prompt(let prompt) = model.overlays.last else {
      draw(text ?? model.caption.map { Span(SafeText($0), Ink(.muted)) }, in: rect, &frame)
      return
    }
    let (above, row) = rect.split(bottomRows: 1)
    if prompt.refusal == nil, prompt.purpose is FilterPrompt || prompt.purpose is PathPrompt {
      FilterLine.draw(model, prompt, keymap, in: above, frame: &frame)
    } else {
      draw(text, in: above, &frame)
    }
    Self.draw(prompt, in: row.inset(columns: 1), &frame)
  }

  private func draw(_ text: Span?, in rect: Rect, _ frame: inout Frame) {
    guard let text else { return }
    Paragraph.draw([text], in: rect.inset(columns: 1), frame: &frame)
  }

  private static func draw(_ prompt: Prompt, in rect: Rect, _ frame: inout Frame) {
    let label = SafeText(prompt.label + ": ")
    frame.put(label, in: rect, ink: Ink(.fieldLabel))
    let field = rect.split(leftColumns: label.width).right
    TextField.draw(prompt.buffer, isHidden: prompt.isHidden, in: field, frame: &frame)
    if let problem = prompt.problem {
      // The first cell of the field shows the cursor.
      frame.put(
        SafeText(problem), in: field.split(leftColumns: 1).right, ink: Ink(.fieldError))
    }
  }
}

/// The remark on the text of a prompt. It is shown above the prompt.
enum PromptRemark {
  /// Returns the error in the prompt's text, or a hint about the text. Returns nil if there is
  /// neither.
  static func span(on prompt: Prompt, _ model: AppModel, _ keymap: Keymap) -> Span? {
    if let fault = fault(of: prompt, model) { return Span(keymap.text(fault), Ink(.fieldError)) }
    if prompt.purpose is KeysPrompt { return Span(SafeText(keyFormat), Ink(.hintText)) }
    return prompt.purpose.advice.map { Span(keymap.text($0), Ink(.hintText)) }
  }

  /// Returns the minimum number of rows above a prompt.
  ///
  /// Remarks appear and disappear while the user types. These rows stay reserved, so that the
  /// panels do not move.
  static func leastRows(_ prompt: Prompt) -> Int {
    let isChecked =
      prompt.query != nil || prompt.purpose is FilterPrompt || prompt.purpose is PathPrompt
      || prompt.purpose is AssertionPrompt
    return isChecked ? 1 : 0
  }

  /// The format of keys. It is defined here because view models do not know keys.
  private static let keyFormat =
    "Examples: f6, ctrl+t, or a chord such as g p. Put the word \"or\" between several keys."

  private static func fault(of prompt: Prompt, _ model: AppModel) -> String? {
    if let fault = prompt.fault ?? prompt.refusal { return fault.line }
    if prompt.query != nil, let missed = model.response.body.seekingRemark {
      return "\(missed.what) \(missed.whatToDo)"
    }
    if prompt.purpose is AssertionPrompt, let fault = AssertionPrompt.fault(in: prompt.buffer.text)
    {
      return "\(fault.why) \(fault.whatToDo)"
    }
    return model.notice?.line
  }
}
