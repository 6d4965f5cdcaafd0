import ClientCatalogs

/// A prompt for the name of a new object member in the form.
struct MemberPrompt: PromptPurpose {
  static let model: WritableKeyPath<AppModel, ComposerModel> & Sendable = \.composer

  let object: FieldID
  let name: String

  var label: String { "New member of \(name)" }
  var need: String? { "A name is needed." }

  func accept(_ text: String, _ composer: inout ComposerModel) -> [Effect] {
    composer.change { $0.addMember(text, to: object) }
    return []
  }
}
