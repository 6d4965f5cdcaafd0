/// A prompt for a file that contains one job in each row.
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
