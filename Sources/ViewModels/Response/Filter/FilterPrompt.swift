import ClientModel

/// A prompt for a jq program that filters the body. Each change of the program updates the result.
package struct FilterPrompt: LivePromptPurpose, CompletingPromptPurpose {
  package static let model: WritableKeyPath<AppModel, ResponseBody> & Sendable = \.response.body

  package var label: String { "Filter" }
  var history: WritableKeyPath<PromptMemory, PromptHistory>? { \.filters }

  func typed(
    _ buffer: TextBuffer, _ change: Prompt.Change, _ body: inout ResponseBody
  ) -> [Effect] {
    body.typed(filter: buffer.text, head: buffer.head)
  }

  func complete(
    _ buffer: inout TextBuffer, _ keys: inout KeyCycle, _ body: inout ResponseBody
  ) -> [Effect] {
    body.filter.complete(&buffer, &keys)
    return []
  }

  /// Returns whether the program has no known problem.
  func check(_ text: String, _ body: inout ResponseBody) -> Bool {
    body.filter.problem == nil || body.filter.isWorking
  }

  package func accept(_ text: String, _ body: inout ResponseBody) -> [Effect] {
    body.accept(filter: text)
  }

  func leave(_ body: inout ResponseBody) -> [Effect] { body.leaveFilter() }
}

extension FilterState {
  /// Completes the text before the cursor. A repeated call uses the next key.
  func complete(_ buffer: inout TextBuffer, _ keys: inout KeyCycle) {
    let isCurrent = completed == buffer.head
    guard let head = keys.complete(buffer.head, isCurrent ? completion : nil) else { return }
    buffer.replaceHead(with: head)
  }
}

extension TextBuffer {
  /// The text before the cursor.
  package var head: String { String(text.prefix(cursor)) }

  /// Replaces the text before the cursor. The cursor moves to the end of the new text.
  mutating func replaceHead(with text: String) {
    let rest = String(self.text.dropFirst(cursor))
    replaceAll(with: text + rest)
    place(line: 0, column: text.count)
  }
}
