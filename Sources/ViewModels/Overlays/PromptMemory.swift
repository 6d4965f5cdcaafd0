/// Texts typed earlier in prompts, and the last text that was cut in a prompt.
struct PromptMemory: Sendable {
  /// The jq programs of earlier filters.
  var filters = PromptHistory()
  /// The texts of the searches in bodies since Weir started.
  var finds = PromptHistory()
  /// The state of the cycle through the keys that complete a text.
  var keys = KeyCycle()
  private var killed = ""

  mutating func type(_ command: TypingCommand, in buffer: inout TextBuffer) {
    _ = buffer.perform(command, killed: &killed)
  }

  /// Resets the positions in the histories and the completion, because other text was typed.
  mutating func stopWalking() {
    filters.stopWalking()
    finds.stopWalking()
    keys.stop()
  }

  /// Adds an accepted text to its history. The programs of filters are stored for the next session.
  mutating func note(
    _ text: String, in history: WritableKeyPath<PromptMemory, PromptHistory>?
  ) -> [Effect] {
    stopWalking()
    guard let history, self[keyPath: history].note(text), history == \.filters else { return [] }
    return [.response(.storeFilters(filters.texts))]
  }
}
