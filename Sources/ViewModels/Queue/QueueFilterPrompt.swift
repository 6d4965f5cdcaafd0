import ClientModel

/// A prompt for the filter of the queue. The list is filtered while the user types.
struct QueueFilterPrompt: LivePromptPurpose {
  static let model: WritableKeyPath<AppModel, QueueModel> & Sendable = \.queue

  /// The filter to restore if the user cancels the prompt.
  let before: String

  var label: String { "Filter the queue" }

  var advice: String? { HistoryFilter.advice }

  func typed(
    _ buffer: TextBuffer, _ change: Prompt.Change, _ queue: inout QueueModel
  ) -> [Effect] {
    change == .text ? queue.arrange(filter: buffer.text) : []
  }

  func check(_ text: String, _ queue: inout QueueModel) -> Bool { true }
  func accept(_ text: String, _ queue: inout QueueModel) -> [Effect] { [] }
  func leave(_ queue: inout QueueModel) -> [Effect] { queue.arrange(filter: before) }
}
