/// Texts typed earlier in prompts, and the last text cut there.
struct PromptMemory: Sendable {
  /// Programs that bodies were filtered with.
  var filters = PromptHistory()
  /// Texts searched for in bodies since Weir started.
  var finds = PromptHistory()
  /// The walk through the keys that complete a text.
  var keys = KeyCycle()
  private var killed = ""

  mutating func type(_ command: TypingCommand, in buffer: inout TextBuffer) {
    _ = buffer.perform(command, killed: &killed)
  }

  /// Another text is typed: up, down and Tab begin anew.
  mutating func stopWalking() {
    filters.stopWalking()
    finds.stopWalking()
    keys.stop()
  }

  /// Takes an accepted text into its history. The programs of filters are stored for the next session.
  mutating func note(
    _ text: String, in history: WritableKeyPath<PromptMemory, PromptHistory>?
  ) -> [Effect] {
    stopWalking()
    guard let history, self[keyPath: history].note(text), history == \.filters else { return [] }
    return [.storeFilters(filters.texts)]
  }
}
