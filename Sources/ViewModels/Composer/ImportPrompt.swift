/// A prompt for a file with requests or an API description.
struct ImportPrompt: FilePrompt {
  var label: String { "Import the file" }
  var need: String? { "A file is needed: curl command lines, or an OpenAPI description." }

  func accept(_ text: String, _ composer: inout ComposerModel) -> [Effect] {
    [.requests(.importFile(text))]
  }
}

extension AppEvent {
  /// Returns the event that a file was not imported. The prompt then opens again with its path.
  package static func importRefused(_ path: String, because notice: Notice) -> AppEvent {
    .effects([.ask(Prompt(ImportPrompt(), text: path)), .notify(notice)])
  }
}
