import ClientModel

/// A prompt for the filter of the queue. Each change filters the list at once.
struct QueueFilterPrompt: LivePromptPurpose {
  static let model: WritableKeyPath<AppModel, QueueModel> & Sendable = \.queue

  /// The filter to restore if the prompt is cancelled.
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
