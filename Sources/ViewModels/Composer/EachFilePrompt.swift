/// A prompt for a file. A job is created for each row of the file.
struct EachFilePrompt: FilePrompt {
  var label: String { "Create one job for each row of" }
  var need: String? { "A file is needed: .csv, .json or .ndjson." }

  func accept(_ text: String, _ composer: inout ComposerModel) -> [Effect] {
    [.sending(.prepareRows(of: composer.draft, path: text))]
  }
}
