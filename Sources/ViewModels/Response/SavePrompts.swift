package import ReadingValues

/// A prompt for the file path of the displayed body or the filter result.
package struct SaveBodyPrompt: PromptPurpose {
  package static let model: WritableKeyPath<AppModel, ResponseModel> & Sendable = \.response

  package enum Content: Hashable, Sendable { case body, filterResult }

  private let content: Content

  package init(_ content: Content = .body) { self.content = content }

  package var label: String {
    content == .body ? "Save the body to" : "Save the result of the filter to"
  }
  package var need: String? { "A path is needed." }

  package func accept(_ text: String, _ response: inout ResponseModel) -> [Effect] {
    response.save(to: text)
  }
}

/// A prompt for the file path of a value.
package struct SaveNodePrompt: PromptPurpose {
  package static let model: WritableKeyPath<AppModel, ResponseModel> & Sendable = \.response

  package let span: NodeSpan

  package init(_ span: NodeSpan) { self.span = span }

  package var label: String { "Save the value to" }
  package var need: String? { "A path is needed." }

  package func accept(_ text: String, _ response: inout ResponseModel) -> [Effect] {
    [.response(.saveNode(span, to: text))]
  }
}

extension AppEvent {
  /// Returns the event that a file of that name exists. The prompt then opens again and proposes an
  /// unused name.
  package static func nameTaken(_ name: String, _ prompt: Prompt) -> AppEvent {
    .effects([
      .notify(
        Notice(
          .warning, "\(name) exists.", why: "Weir never overwrites files.",
          whatToDo: "Use the proposed name, or enter another one.")),
      .ask(prompt),
    ])
  }
}
