import ClientDocuments
import ClientModel

/// A prompt for the path of a value in the body. The keys that can follow are listed above the
/// prompt.
package struct PathPrompt: LivePromptPurpose, CompletingPromptPurpose {
  package static let model: WritableKeyPath<AppModel, ResponseBody> & Sendable = \.response.body

  package var label: String { "Go to" }

  func typed(
    _ buffer: TextBuffer, _ change: Prompt.Change, _ body: inout ResponseBody
  ) -> [Effect] {
    body.typed(path: buffer.head)
  }

  func complete(
    _ buffer: inout TextBuffer, _ keys: inout KeyCycle, _ body: inout ResponseBody
  ) -> [Effect] {
    body.filter.complete(&buffer, &keys)
    return []
  }

  func check(_ text: String, _ body: inout ResponseBody) -> Bool {
    body.filter.problem = Self.problem(of: text)
    return body.filter.problem == nil
  }

  package func accept(_ text: String, _ body: inout ResponseBody) -> [Effect] {
    body.go(toPath: text)
  }

  func leave(_ body: inout ResponseBody) -> [Effect] {
    body.filter.problem = nil
    return []
  }

  /// Returns the reason why the text cannot be a path. Returns nil if the text is valid or blank.
  private static func problem(of text: String) -> String? {
    guard !text.allSatisfy(\.isWhitespace), ValuePath(text) == nil else { return nil }
    return "This is not a path. Write it as .a[3].b, $.a or /a/3/b."
  }
}
