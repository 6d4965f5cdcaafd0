import ClientModel

/// Asks for a jq program to see the response through. Each change shows its result.
package struct FilterPrompt: LivePromptPurpose, CompletingPromptPurpose {
  package static let model: WritableKeyPath<AppModel, ResponseModel> & Sendable = \.response

  package var label: String { "Filter" }
  var history: WritableKeyPath<PromptMemory, PromptHistory>? { \.filters }

  func typed(
    _ buffer: TextBuffer, _ change: Prompt.Change, _ response: inout ResponseModel
  ) -> [Effect] {
    response.typed(filter: buffer.text, head: buffer.head)
  }

  func complete(
    _ buffer: inout TextBuffer, _ keys: inout KeyCycle, _ response: inout ResponseModel
  ) -> [Effect] {
    response.filter.complete(&buffer, &keys)
    return []
  }

  /// A program that jq cannot read stays to be corrected.
  func check(_ text: String, _ response: inout ResponseModel) -> Bool {
    response.filter.problem == nil || response.filter.isWorking
  }

  package func accept(_ text: String, _ response: inout ResponseModel) -> [Effect] {
    response.accept(filter: text)
  }

  func leave(_ response: inout ResponseModel) -> [Effect] { response.leaveFilter() }
}

extension FilterState {
  /// Puts in the next key that may follow the text before the cursor.
  func complete(_ buffer: inout TextBuffer, _ keys: inout KeyCycle) {
    let isCurrent = completed == buffer.head
    guard let head = keys.complete(buffer.head, isCurrent ? completion : nil) else { return }
    buffer.replaceHead(with: head)
  }
}

extension TextBuffer {
  /// The text before the cursor.
  package var head: String { String(text.prefix(cursor)) }

  /// Puts another text before the cursor, which stays behind it.
  mutating func replaceHead(with text: String) {
    let rest = String(self.text.dropFirst(cursor))
    replaceAll(with: text + rest)
    place(line: 0, column: text.count)
  }
}
