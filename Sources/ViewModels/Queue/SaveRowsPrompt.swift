import ClientModel

/// Asks for a path to write the result file of a batch to.
struct SaveRowsPrompt: PromptPurpose {
  static let model: WritableKeyPath<AppModel, QueueModel> & Sendable = \.queue

  let batch: GraphID

  var label: String { "Save the rows of \(batch) to" }
  var need: String? { "A path is needed." }

  func accept(_ text: String, _ queue: inout QueueModel) -> [Effect] {
    [.queue(.saveRows(of: batch, path: text))]
  }
}
