import ClientModel

/// A prompt for the path of the result file of a batch.
struct SaveRowsPrompt: PromptPurpose {
  static let model: WritableKeyPath<AppModel, QueueModel> & Sendable = \.queue

  let batch: GraphID

  var label: String { "Save the rows of \(batch) to" }
  var need: String? { "A path is needed." }

  func accept(_ text: String, _ queue: inout QueueModel) -> [Effect] {
    [.queue(.saveRows(of: batch, path: text))]
  }
}
