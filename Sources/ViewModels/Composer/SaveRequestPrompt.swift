/// A prompt for the name of the composed request when it is saved.
struct SaveRequestPrompt: PromptPurpose {
  static let model: WritableKeyPath<AppModel, AppModel> & Sendable = \.self

  var label: String { "Save the request as" }
  var need: String? { RequestSaving.nameNeed }

  func accept(_ text: String, _ app: inout AppModel) -> [Effect] {
    app.requests.saving.save(
      app.composer, as: text, at: app.place, among: app.lists.requests.names,
      catalogs: app.requests.catalogs)
  }
}
