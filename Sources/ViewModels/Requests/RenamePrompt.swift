/// A prompt for a new name of a saved request.
struct RenamePrompt: PromptPurpose {
  static let model: WritableKeyPath<AppModel, RequestsList> & Sendable = \.lists.requests

  let name: String

  var label: String { "Rename \(name) to" }
  var need: String? { RequestSaving.nameNeed }

  func accept(_ text: String, _ requests: inout RequestsList) -> [Effect] {
    text == name ? [] : [.requests(.rename(name, to: text))]
  }
}
