/// A prompt for a file with requests or an API description.
struct ImportPrompt: FilePrompt {
  var label: String { "Import the file" }
  var need: String? { "A file is needed: curl command lines, or an OpenAPI description." }

  func accept(_ text: String, _ composer: inout ComposerModel) -> [Effect] {
    [.requests(.importFile(text))]
  }
}
