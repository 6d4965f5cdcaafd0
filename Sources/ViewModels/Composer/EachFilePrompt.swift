/// A prompt for a file. A job is created for each row of the file.
struct EachFilePrompt: CompletingPromptPurpose {
  static let model: WritableKeyPath<AppModel, ComposerModel> & Sendable = \.composer

  var label: String { "One job for each row of" }
  var need: String? { "A file is needed: .csv, .json or .ndjson." }

  func complete(
    _ buffer: inout TextBuffer, _ keys: inout KeyCycle, _ composer: inout ComposerModel
  ) -> [Effect] { composer.folders.complete(&buffer) }

  func accept(_ text: String, _ composer: inout ComposerModel) -> [Effect] {
    [.sending(.prepareRows(of: composer.draft, path: text))]
  }
}
