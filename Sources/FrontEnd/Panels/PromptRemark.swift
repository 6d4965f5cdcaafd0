import ClientModel
import Terminal
import ViewModels

/// The remark on the text of a prompt, in the rows above the prompt.
enum PromptRemark {
  /// Returns the error in the text or the hint for it, or nil.
  static func span(on prompt: Prompt, _ model: AppModel, _ keymap: Keymap) -> Span? {
    if let fault = fault(of: prompt, model) { return Span(keymap.text(fault), Ink(.fieldError)) }
    if prompt.purpose is KeysPrompt { return Span(SafeText(keyFormat), Ink(.hintText)) }
    return prompt.purpose.advice.map { Span(keymap.text($0), Ink(.hintText)) }
  }

  /// Returns the number of rows that stay reserved above a prompt. The panels must not move when
  /// remarks appear and disappear with each key.
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
    if prompt.query != nil, let missed = model.response.seekingRemark {
      return "\(missed.what) \(missed.whatToDo)"
    }
    if prompt.purpose is AssertionPrompt, let fault = AssertionPrompt.fault(in: prompt.buffer.text)
    {
      return "\(fault.why) \(fault.whatToDo)"
    }
    return model.notice?.line
  }
}
