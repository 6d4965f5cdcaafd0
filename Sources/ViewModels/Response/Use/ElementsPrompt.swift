package import ReadingValues

/// A prompt for a saved request that will be filled from each element of an array. Jobs are added
/// only after the user has seen the number of jobs.
package struct ElementsPrompt: PromptPurpose {
  package static let model: WritableKeyPath<AppModel, ResponseModel> & Sendable = \.response

  package let span: NodeSpan
  /// The description of the array for the user.
  package let source: String

  package var label: String { "Saved request to send for each element" }
  package var advice: String? { "Without a name, the composed request is sent." }

  package func accept(_ text: String, _ response: inout ResponseModel) -> [Effect] {
    [.response(.elements(span, of: text, source: source))]
  }
}
