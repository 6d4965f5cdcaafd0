import ClientModel

/// A prompt for a new folder of saved requests.
struct NewFolderPrompt: PromptPurpose {
  static let model: WritableKeyPath<AppModel, RequestsList> & Sendable = \.lists.requests

  var label: String { "Name of the new folder" }
  var need: String? { "A name is needed, such as users/admin." }

  func accept(_ text: String, _ requests: inout RequestsList) -> [Effect] {
    requests.want(.folder(text.trimmedPath))
    return [.requests(.makeFolder(text.trimmedPath))]
  }
}

/// A prompt for the folder to which saved requests are moved.
struct MovePrompt: CompletingPromptPurpose {
  static let model: WritableKeyPath<AppModel, RequestsList> & Sendable = \.lists.requests

  let items: [SavedItem]

  var label: String { "Move \(items.words) to the folder" }
  var advice: String? { "Leave it empty for the top level. A new folder is created." }

  func complete(
    _ buffer: inout TextBuffer, _ keys: inout KeyCycle, _ requests: inout RequestsList
  ) -> [Effect] {
    let text = buffer.text
    let folder = requests.allFolders.first { $0.begins(with: text) && $0 != text }
    if let folder { buffer.insert(String(folder.dropping(bytes: text.utf8.count))) }
    return []
  }

  func accept(_ text: String, _ requests: inout RequestsList) -> [Effect] {
    let folder = text.trimmedPath
    let moves = items.filter { $0.parent != folder }.map {
      SavedMove($0, to: folder.isEmpty ? $0.name : "\(folder)/\($0.name)")
    }
    return moves.isEmpty ? [] : [.requests(.move(moves))]
  }
}

extension String {
  /// The path without leading and trailing slashes.
  fileprivate var trimmedPath: String { String(trimmed(of: "/")) }
}
