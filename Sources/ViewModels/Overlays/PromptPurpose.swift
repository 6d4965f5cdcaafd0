/// What a prompt is for: the label, the check and the effect of its text. The part of the interface that asks
/// describes it as a value; `AppModel` shows the uppermost prompt and passes text to it.
package protocol PromptPurpose: Hashable, Sendable {
  associatedtype Model
  /// The part of the interface that takes the text.
  static var model: WritableKeyPath<AppModel, Model> & Sendable { get }
  /// The words before the text.
  var label: String { get }
  /// The sentence to show when nothing was typed; nil if an empty text is valid too.
  var need: String? { get }
  /// What may be typed, where the label does not say it; nil for most.
  var advice: String? { get }
  /// Whether the text is shown as dots until the user reveals it.
  var isSecret: Bool { get }
  /// Why the text cannot be accepted: it stays in the prompt to be corrected. Nil if it can.
  func fault(in text: String, _ model: Model) -> Notice?
  /// Takes the accepted text.
  func accept(_ text: String, _ model: inout Model) -> [Effect]
}

/// A purpose whose text takes effect while it is typed.
protocol LivePromptPurpose: PromptPurpose {
  /// The earlier texts that up and down walk through; nil if there is no such history.
  var history: WritableKeyPath<PromptMemory, PromptHistory>? { get }
  func typed(_ buffer: TextBuffer, _ change: Prompt.Change, _ model: inout Model) -> [Effect]
  /// Checks the text before it is accepted; false if it stays to be corrected.
  func check(_ text: String, _ model: inout Model) -> Bool
  /// The prompt was closed without accepting its text.
  func leave(_ model: inout Model) -> [Effect]
}

/// A purpose whose text is completed by Tab.
protocol CompletingPromptPurpose: PromptPurpose {
  /// Completes the text before the cursor, or requests what the completion needs.
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
