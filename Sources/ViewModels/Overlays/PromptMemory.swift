/// What was typed in prompts before, and what was cut there.
struct PromptMemory: Sendable {
  /// Programs that bodies were filtered with, and paths.
  var filters = PromptHistory()
  /// Texts that were looked for in bodies, since Weir began.
  var finds = PromptHistory()
  private var killed = ""

  mutating func type(_ command: TypingCommand, in buffer: inout TextBuffer) {
    _ = buffer.perform(command, killed: &killed)
  }
}
