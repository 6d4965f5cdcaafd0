/// A prompt for a file with requests or an API description.
struct ImportPrompt: CompletingPromptPurpose {
  static let model: WritableKeyPath<AppModel, ComposerModel> & Sendable = \.composer

  var label: String { "Import the file" }
  var need: String? { "A file is needed: curl command lines, or an OpenAPI description." }

  func complete(
    _ buffer: inout TextBuffer, _ keys: inout KeyCycle, _ composer: inout ComposerModel
  ) -> [Effect] { composer.folders.complete(&buffer) }

  func accept(_ text: String, _ composer: inout ComposerModel) -> [Effect] {
    [.requests(.importFile(text))]
  }
}
