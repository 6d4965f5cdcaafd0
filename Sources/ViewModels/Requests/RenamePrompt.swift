/// A prompt for a new name of a saved request or a folder.
struct RenamePrompt: PromptPurpose {
  static let model: WritableKeyPath<AppModel, RequestsList> & Sendable = \.lists.requests

  let item: SavedItem

  var label: String { "Rename \([item].words) to" }
  var need: String? { RequestSaving.nameNeed }

  func accept(_ text: String, _ requests: inout RequestsList) -> [Effect] {
    text == item.path ? [] : [.requests(.move([SavedMove(item, to: text)]))]
  }
}
