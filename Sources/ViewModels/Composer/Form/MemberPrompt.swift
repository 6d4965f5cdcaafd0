import ClientCatalogs

/// Asks for the name of a new member of an object of the form.
struct MemberPrompt: PromptPurpose {
  static let model: WritableKeyPath<AppModel, ComposerModel> & Sendable = \.composer

  let object: FieldID

  var label: String { "Name of the new member" }
  var need: String? { "A name is needed." }

  func accept(_ text: String, _ composer: inout ComposerModel) -> [Effect] {
    composer.addMember(text, to: object)
    return []
  }
}
