/// Asks for a file; each of its rows becomes a job.
struct EachFilePrompt: CompletingPromptPurpose {
  static let model: WritableKeyPath<AppModel, ComposerModel> & Sendable = \.composer

  var label: String { "One job for each row of" }
  var need: String? { "A file is needed: .csv, .json or .ndjson." }

  /// If no name fits, the folder is listed again: a matching file may have been created since.
  func complete(
    _ buffer: inout TextBuffer, _ keys: inout KeyCycle, _ composer: inout ComposerModel
  ) -> [Effect] {
    let (folder, rest) = composer.folders.next(of: buffer.text)
    guard let rest else { return [.listFolder(folder)] }
    buffer.insert(rest)
    return []
  }

  func accept(_ text: String, _ composer: inout ComposerModel) -> [Effect] {
    [.queue(.submitEach(composer.draft, path: text))]
  }
}
