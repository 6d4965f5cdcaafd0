import ClientModel
import Terminal
import ViewModels

/// The text at the bottom of the screen: a notice, a prompt, or a caption.
///
/// A notice or a prompt replaces the hints, and a caption is in the bottom border of the panels.
/// The text never moves a panel. A long notice is not truncated, because it ends with the action to
/// take: it is wrapped and covers the rows above the hints.
struct ScreenFoot {
  private enum Content {
    case empty
    case notice(Span)
    /// The description of the selected field or value.
    case caption(Span)
    /// The problem of the selected field.
    case problem(Span)
    case prompt(Prompt)
  }

  private let content: Content
  /// The maximum number of rows of a notice.
  private let mostRows: Int

  init(_ model: AppModel, _ keymap: Keymap, _ size: Size) {
    mostRows = max(1, min(4, size.height - 8))
    if case .prompt(let prompt) = model.overlays.last {
      content = .prompt(prompt)
    } else if let notice = model.notice {
      content = .notice(Self.span(of: notice, keymap))
    } else if let problem = model.standing {
      content = .problem(Self.span(of: problem, keymap))
    } else if let caption = model.caption {
      content = .caption(Span(SafeText(caption), Ink(.muted)))
    } else {
      content = .empty
    }
  }

  /// Returns the width of a caption on a screen of `width` columns.
  static func captionWidth(_ width: Int) -> Int { width - 2 * Frame.titleMargin - 2 }

  /// Returns the part of the last row for the hints, which are on the right of a prompt.
  func hints(in row: Rect, _ model: AppModel, _ keymap: Keymap) -> Rect {
    switch content {
    case .empty, .caption, .problem: row
    case .notice: row.split(rightColumns: 0).right
    case .prompt:
      row.split(rightColumns: HintBar.width(model, keymap, most: row.width * 2 / 5)).right
    }
  }

  func draw(
    _ model: AppModel, _ keymap: Keymap, _ layout: ScreenLayout, _ frame: inout Frame
  ) {
    switch content {
    case .empty: break
    case .notice(let text): drawBlock(text, endingIn: layout.lastRow, &frame)
    case .caption(let text):
      var end = layout.lastRow.right
      if model.focus == .response, let rect = layout.panels[.response] {
        end = ResponseNotes(model, keymap, rect).captionEnd
      }
      drawCaption([text], layout, end: end, &frame)
    case .problem(let text): drawRemark([text], layout, &frame)
    case .prompt(let prompt):
      drawRemark(on: prompt, model, keymap, layout, &frame)
      let row = layout.lastRow.split(rightColumns: layout.hints.width).left
      frame.fill(row, ink: Ink(.text))
      Self.draw(prompt, in: row.inset(columns: 1), &frame)
    }
  }

  private static func span(of notice: Notice, _ keymap: Keymap) -> Span {
    let role: Role =
      switch notice.kind {
      case .info: .noticeInfo
      case .warning: .noticeWarning
      case .error: .noticeError
      }
    return Span(keymap.text(notice.line), Ink(role))
  }

  private func drawRemark(
    on prompt: Prompt, _ model: AppModel, _ keymap: Keymap, _ layout: ScreenLayout,
    _ frame: inout Frame
  ) {
    if prompt.refusal == nil, prompt.purpose is FilterPrompt || prompt.purpose is PathPrompt {
      drawRemark(FilterLine.remark(model, prompt, keymap), layout, &frame)
    } else if let remark = PromptRemark.span(on: prompt, model, keymap) {
      let row = layout.lastRow
      guard remark.text.width > Self.captionWidth(row.width) else {
        return drawRemark([remark], layout, &frame)
      }
      drawBlock(
        remark, endingIn: Rect(x: row.x, y: row.y - 1, width: row.width, height: 1), &frame)
    }
  }

  /// Draws wrapped text over the full width of the screen.
  private func drawBlock(_ text: Span, endingIn row: Rect, _ frame: inout Frame) {
    let lines = Paragraph.lines(of: text.text, width: row.width - 2).count
    let rows = min(lines, mostRows)
    let area = Rect(x: row.x, y: row.bottom - rows, width: row.width, height: rows)
    frame.fill(area, ink: Ink(.text))
    Paragraph.draw([text], in: area.inset(columns: 1), frame: &frame)
  }

  /// Draws one line in the bottom border of the panels, in place of the notes of the response.
  private func drawRemark(_ spans: [Span], _ layout: ScreenLayout, _ frame: inout Frame) {
    guard !spans.isEmpty else { return }
    if let response = layout.panels[.response] {
      let line = response.split(bottomRows: 1).bottom.inset(columns: 1)
      frame.fill(line, ink: Ink(.border), with: "─")
    }
    drawCaption(spans, layout, end: layout.lastRow.right, &frame)
  }

  /// Draws one line in the bottom border of the panels.
  private func drawCaption(
    _ spans: [Span], _ layout: ScreenLayout, end: Int, _ frame: inout Frame
  ) {
    let panels = Rect(x: 0, y: 0, width: end, height: layout.lastRow.y)
    frame.note(spans, of: panels, ink: Ink(.border), aligned: .left)
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

/// The remark on the text of a prompt, shown above the prompt.
enum PromptRemark {
  /// Returns the error in the prompt's text, a hint about the text, or nil.
  static func span(on prompt: Prompt, _ model: AppModel, _ keymap: Keymap) -> Span? {
    if let fault = fault(of: prompt, model) { return Span(keymap.text(fault), Ink(.fieldError)) }
    if prompt.purpose is KeysPrompt { return Span(SafeText(keyFormat), Ink(.hintText)) }
    return prompt.purpose.advice.map { Span(keymap.text($0), Ink(.hintText)) }
  }

  /// The help for the format of keys. It is defined here because view models do not depend on keys.
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
