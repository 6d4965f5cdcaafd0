/// A prompt for a file with requests or an API description.
struct ImportPrompt: FilePrompt {
  var label: String { "Import the file" }
  var need: String? { "A file is needed: curl command lines, or an OpenAPI description." }

  func accept(_ text: String, _ composer: inout ComposerModel) -> [Effect] {
    [.requests(.importFile(text))]
  }
}

extension AppEvent {
  /// Returns the event for a file that was not imported. It opens the prompt again with the path.
  package static func importRefused(_ path: String, because notice: Notice) -> AppEvent {
    .effects([.ask(Prompt(ImportPrompt(), text: path)), .notify(notice)])
  }
}
