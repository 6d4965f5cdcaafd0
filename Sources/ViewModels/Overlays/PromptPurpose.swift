/// The purpose of a prompt: its label, and the check and the effect of its text.
///
/// The feature that opens the prompt creates the purpose. `AppModel` shows the uppermost prompt and
/// passes the text to the purpose.
package protocol PromptPurpose: Hashable, Sendable {
  associatedtype Model
  /// The model that receives the text.
  static var model: WritableKeyPath<AppModel, Model> & Sendable { get }
  /// The text shown before the field.
  var label: String { get }
  /// The sentence shown if the user accepts a blank text. Nil if a blank text is valid.
  var need: String? { get }
  /// The format of the text. Nil if the label is sufficient.
  var advice: String? { get }
  /// Whether the text is masked unless the user reveals it.
  var isSecret: Bool { get }
  /// Returns the reason why the text cannot be accepted. Returns nil if it can. A refused text
  /// stays in the prompt.
  func fault(in text: String, _ model: Model) -> Notice?
  /// Handles the accepted text.
  func accept(_ text: String, _ model: inout Model) -> [Effect]
}

/// A purpose whose text takes effect while the user types.
protocol LivePromptPurpose: PromptPurpose {
  /// The history for the up and down keys. Nil if there is none.
  var history: WritableKeyPath<PromptMemory, PromptHistory>? { get }
  func typed(_ buffer: TextBuffer, _ change: Prompt.Change, _ model: inout Model) -> [Effect]
  /// Checks the text before it is accepted. Returns false if the text must be corrected.
  func check(_ text: String, _ model: inout Model) -> Bool
  /// Handles the closing of the prompt if no text was accepted.
  func leave(_ model: inout Model) -> [Effect]
}

/// The purpose of a prompt in which the Tab key completes the text.
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
