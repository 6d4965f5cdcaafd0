/// A prompt for a new name of a saved request.
struct RenamePrompt: PromptPurpose {
  static let model: WritableKeyPath<AppModel, RequestsPlace> & Sendable = \.places.requests

  let name: String

  var label: String { "Rename \(name) to" }
  var need: String? { RequestSaving.nameNeed }

  func accept(_ text: String, _ requests: inout RequestsPlace) -> [Effect] {
    text == name ? [] : [.requests(.rename(name, to: text))]
  }
}
