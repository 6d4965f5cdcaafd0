import ClientModel

/// A prompt for the key of a new shared value. The user can add a storage rule.
struct SharedKeyPrompt: PromptPurpose {
  static let model: WritableKeyPath<AppModel, SharedValuesModel> & Sendable = \.lists.shared

  var label: String { "Key, and how it is stored" }
  var need: String? { "A key is needed, such as token, or: token secret" }
  var advice: String? {
    "A key, then a space and how it is stored: \(SharedRule.vocabulary). Plain if left out; secret for a credential such as token."
  }

  func fault(in text: String, _ values: SharedValuesModel) -> Notice? { values.fault(inKey: text) }

  func accept(_ text: String, _ values: inout SharedValuesModel) -> [Effect] { values.begin(text) }
}

/// A prompt for a shared value.
struct SharedValuePrompt: PromptPurpose {
  static let model: WritableKeyPath<AppModel, SharedValuesModel> & Sendable = \.lists.shared

  let key: SharedKey
  /// The storage rule to set. Nil to keep the current rule of the key.
  let rule: SharedRule?
  /// The storage rule of the value. For a secret rule, the typed text is masked.
  let current: SharedRule

  var label: String { "Value of \(key)" }
  var isSecret: Bool { current.isSecret }

  func accept(_ text: String, _ values: inout SharedValuesModel) -> [Effect] {
    values.write(key, text, rule)
  }
}

/// A prompt for the storage rule of a shared value.
struct SharedRulePrompt: PromptPurpose {
  static let model: WritableKeyPath<AppModel, SharedValuesModel> & Sendable = \.lists.shared

  let key: SharedKey

  var label: String { "Store \(key) as" }
  var advice: String? { "One of these, or several with commas between: \(SharedRule.vocabulary)" }

  func fault(in text: String, _ values: SharedValuesModel) -> Notice? { values.fault(inRule: text) }

  func accept(_ text: String, _ values: inout SharedValuesModel) -> [Effect] {
    values.setRule(of: key, to: text)
  }
}
