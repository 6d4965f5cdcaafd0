/// Texts typed earlier in prompts, and the last text that was cut in a prompt.
struct PromptMemory: Sendable {
  /// The jq programs of earlier filters.
  var filters = PromptHistory()
  /// The texts of the searches in bodies since Weir started.
  var finds = PromptHistory()
  /// The state of the completion of a text by object keys.
  var keys = KeyCycle()
  private var cutText = ""

  mutating func type(_ command: TypingCommand, in buffer: inout TextBuffer) {
    _ = buffer.perform(command, killed: &cutText)
  }

  /// Resets the positions in the histories and the completion. Call this function when the user
  /// types other text.
  mutating func resetHistory() {
    filters.resetHistory()
    finds.resetHistory()
    keys.stop()
  }

  /// Adds an accepted text to its history. If the text is a filter, returns the effect that stores
  /// the filters for the next session.
  mutating func note(
    _ text: String, in history: WritableKeyPath<PromptMemory, PromptHistory>?
  ) -> [Effect] {
    resetHistory()
    guard let history, self[keyPath: history].note(text), history == \.filters else { return [] }
    return [.response(.storeFilters(filters.texts))]
  }
}
