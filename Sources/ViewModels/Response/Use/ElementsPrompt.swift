package import ReadingValues

/// A prompt for the saved request that each element of an array fills. Nothing is committed before
/// the user has seen the number of jobs.
package struct ElementsPrompt: PromptPurpose {
  package static let model: WritableKeyPath<AppModel, ResponseModel> & Sendable = \.response

  package let span: NodeSpan
  /// The description of the array.
  package let source: String

  package var label: String { "Saved request to send for each element" }
  package var advice: String? { "Without a name, the composed request is sent." }

  package func accept(_ text: String, _ response: inout ResponseModel) -> [Effect] {
    [.response(.elements(span, of: text, source: source))]
  }
}
