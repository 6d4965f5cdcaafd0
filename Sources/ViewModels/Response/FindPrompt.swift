package import ClientDocuments
import ClientModel

/// A prompt for a search text. Each change to a valid text shows the first match.
package struct FindPrompt: LivePromptPurpose {
  package static let model: WritableKeyPath<AppModel, ResponseBody> & Sendable = \.response.body

  /// The options of the search. The text of this query is not used.
  package var query: SearchQuery

  init(_ query: SearchQuery) { self.query = query.other("") }

  package var label: String { "Find" + query.modes }
  var history: WritableKeyPath<PromptMemory, PromptHistory>? { \.finds }

  /// Returns the reason why the text is not valid. Returns nil if it is valid. Only a regular
  /// expression can be invalid.
  func fault(in text: String) -> Notice? {
    query.other(text).fault.map {
      Notice(.error, $0.what, why: $0.why, whatToDo: $0.whatToDo)
    }
  }

  func typed(
    _ buffer: TextBuffer, _ change: Prompt.Change, _ body: inout ResponseBody
  ) -> [Effect] {
    switch change {
    case .cursor: []
    // While the expression is not valid, the match of the last valid expression stays visible.
    case .text: fault(in: buffer.text) == nil ? body.typed(find: buffer.text, as: query) : []
    }
  }

  func check(_ text: String, _ body: inout ResponseBody) -> Bool { fault(in: text) == nil }

  package func accept(_ text: String, _ body: inout ResponseBody) -> [Effect] {
    body.accept(find: text, as: query)
  }

  func leave(_ body: inout ResponseBody) -> [Effect] { body.leaveFinding() }
}
