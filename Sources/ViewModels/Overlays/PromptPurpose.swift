/// The purpose of a prompt: the label, the check and the effect of its text. The part of the
/// interface that opens the prompt describes the purpose as a value; `AppModel` shows the uppermost
/// prompt and passes text to it.
package protocol PromptPurpose: Hashable, Sendable {
  associatedtype Model
  /// The part of the interface that receives the text.
  static var model: WritableKeyPath<AppModel, Model> & Sendable { get }
  /// The text before the field.
  var label: String { get }
  /// The sentence to show if nothing was typed, or nil if an empty text is valid.
  var need: String? { get }
  /// The format of the text, if the label does not state it, or nil.
  var advice: String? { get }
  /// Whether the text is shown as dots until the user reveals it.
  var isSecret: Bool { get }
  /// Returns the reason why the text cannot be accepted, or nil if it can. A refused text stays in
  /// the prompt for correction.
  func fault(in text: String, _ model: Model) -> Notice?
  /// Handles the accepted text.
  func accept(_ text: String, _ model: inout Model) -> [Effect]
}

/// A purpose whose text takes effect while it is being typed.
protocol LivePromptPurpose: PromptPurpose {
  /// The history of earlier texts for up and down, or nil if there is none.
  var history: WritableKeyPath<PromptMemory, PromptHistory>? { get }
  func typed(_ buffer: TextBuffer, _ change: Prompt.Change, _ model: inout Model) -> [Effect]
  /// Checks the text before it is accepted. Returns false if the text must be corrected.
  func check(_ text: String, _ model: inout Model) -> Bool
  /// Handles the closing of the prompt without accepting its text.
  func leave(_ model: inout Model) -> [Effect]
}

/// The purpose of a prompt in which Tab completes the text.
protocol CompletingPromptPurpose: PromptPurpose {
  /// Completes the text before the cursor, or requests the data for the completion.
  func complete(
    _ buffer: inout TextBuffer, _ keys: inout KeyCycle, _ model: inout Model
  ) -> [Effect]
}

extension PromptPurpose {
  package var need: String? { nil }
  package var advice: String? { nil }
  package var isSecret: Bool { false }

  package func fault(in text: String, _ model: Model) -> Notice? { nil }

  func fault(in text: String, of app: AppModel) -> Notice? {
    fault(in: text, app[keyPath: Self.model])
  }

  func accept(_ text: String, in app: inout AppModel) -> [Effect] {
    accept(text, &app[keyPath: Self.model])
  }

  func isEqual(to other: any PromptPurpose) -> Bool { other as? Self == self }
}

extension LivePromptPurpose {
  var history: WritableKeyPath<PromptMemory, PromptHistory>? { nil }

  func typed(_ prompt: Prompt, _ change: Prompt.Change, in app: inout AppModel) -> [Effect] {
    typed(prompt.buffer, change, &app[keyPath: Self.model])
  }

  func check(_ text: String, in app: inout AppModel) -> Bool {
    check(text, &app[keyPath: Self.model])
  }

  func leave(in app: inout AppModel) -> [Effect] { leave(&app[keyPath: Self.model]) }
}

extension CompletingPromptPurpose {
  func complete(
    _ buffer: inout TextBuffer, _ keys: inout KeyCycle, in app: inout AppModel
  ) -> [Effect] {
    complete(&buffer, &keys, &app[keyPath: Self.model])
  }
}
