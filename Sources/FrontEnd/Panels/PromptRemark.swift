import ClientModel
import Terminal
import ViewModels

/// What is said of the text in a prompt, on the row over it: the prompt stands where notices do.
enum PromptRemark {
  static func draw(
    _ prompt: Prompt, _ model: AppModel, _ keymap: Keymap, _ layout: ScreenLayout,
    _ frame: inout Frame
  ) {
    let row = Rect(
      x: layout.prompt.x, y: layout.prompt.y - 1, width: layout.prompt.width, height: 1)
    guard row.y >= 0, let words = words(of: prompt, model, layout) else { return }
    frame.fill(row, ink: Ink(.text))
    frame.put(keymap.text(words), in: row.inset(columns: 1), ink: Ink(.fieldError))
  }

  private static func words(
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
