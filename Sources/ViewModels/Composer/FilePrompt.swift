/// A prompt for the path of a file. A folder is listed as soon as its path is typed, so that the
/// key for completion acts at once.
protocol FilePrompt: CompletingPromptPurpose, LivePromptPurpose where Model == ComposerModel {}

extension FilePrompt {
  static var model: WritableKeyPath<AppModel, ComposerModel> & Sendable { \.composer }

  func typed(
    _ buffer: TextBuffer, _ change: Prompt.Change, _ composer: inout ComposerModel
  ) -> [Effect] { composer.folders.list(folderOf: buffer.text) }

  func complete(
    _ buffer: inout TextBuffer, _ keys: inout KeyCycle, _ composer: inout ComposerModel
  ) -> [Effect] { composer.folders.complete(&buffer) }

  func check(_ text: String, _ composer: inout ComposerModel) -> Bool { true }
  func leave(_ composer: inout ComposerModel) -> [Effect] { [] }
}
