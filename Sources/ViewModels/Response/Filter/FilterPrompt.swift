import ClientModel

/// A prompt for a jq program to filter the response. Each change shows its result.
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

  /// Checks the program. One that jq cannot read must be corrected.
  func check(_ text: String, _ response: inout ResponseModel) -> Bool {
    response.filter.problem == nil || response.filter.isWorking
  }

  package func accept(_ text: String, _ response: inout ResponseModel) -> [Effect] {
    response.accept(filter: text)
  }

  func leave(_ response: inout ResponseModel) -> [Effect] { response.leaveFilter() }
}

extension FilterState {
  /// Inserts the next key that can follow the text before the cursor.
  func complete(_ buffer: inout TextBuffer, _ keys: inout KeyCycle) {
    let isCurrent = completed == buffer.head
    guard let head = keys.complete(buffer.head, isCurrent ? completion : nil) else { return }
    buffer.replaceHead(with: head)
  }
}

extension TextBuffer {
  /// The text before the cursor.
  package var head: String { String(text.prefix(cursor)) }

  /// Replaces the text before the cursor and moves the cursor to its end.
  mutating func replaceHead(with text: String) {
    let rest = String(self.text.dropFirst(cursor))
    replaceAll(with: text + rest)
    place(line: 0, column: text.count)
  }
}
