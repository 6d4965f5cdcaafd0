/// The texts typed earlier in prompts, and the last cut text.
struct PromptMemory: Sendable {
  /// The jq programs of earlier filters.
  var filters = PromptHistory()
  /// The search texts since Weir started.
  var finds = PromptHistory()
  /// The state of completion by object keys.
  var keys = KeyCycle()
  private var cutText = ""

  mutating func type(_ command: TypingCommand, in buffer: inout TextBuffer) {
    _ = buffer.perform(command, killed: &cutText)
  }

  /// Resets the positions in the histories and the completion. Called when the user types.
  mutating func resetHistory() {
    filters.resetHistory()
    finds.resetHistory()
    keys.stop()
  }

  /// Adds an accepted text to the history of the prompt. For a filter, returns the effect that
  /// stores the filters for the next session.
  mutating func note(
    _ text: String, in history: WritableKeyPath<PromptMemory, PromptHistory>?
  ) -> [Effect] {
    resetHistory()
    guard let history, self[keyPath: history].note(text), history == \.filters else { return [] }
    return [.response(.storeFilters(filters.texts))]
  }
}
