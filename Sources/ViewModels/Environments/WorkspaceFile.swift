package import ClientModel

/// A file of the workspace that opens in `$EDITOR`.
package enum WorkspaceFile: Hashable, Sendable {
  case settings, environments

  package var name: String {
    switch self {
    case .settings: "weir.yaml"
    case .environments: "environments.yaml"
    }
  }

  /// Returns the effect that writes the edited text.
  func write(_ text: String) -> Effect {
    switch self {
    case .settings: .gateways(.write(text))
    case .environments: .environments(.write(text))
    }
  }

  /// Asks whether to edit an invalid text again or to discard it.
  func refused(_ text: String, _ notice: Notice, line: Int) -> [Effect] {
    [
      .confirm(
        Confirmation(
          notice.what, detail: "\(notice.why) \(notice.whatToDo)",
          answers: [
            .init(
              "Edit it again",
              [.openEditor(text: text, suffix: ".yaml", purpose: .file(self, line: line))]),
            .init("Leave \(name) unchanged"),
          ]))
    ]
  }
}

extension AppEvent {
  /// Returns the event that opens the text of a file in the editor. The cursor is at the given
  /// line.
  package static func fileText(_ file: WorkspaceFile, _ text: String, line: Int) -> AppEvent {
    .effects([.openEditor(text: text, suffix: ".yaml", purpose: .file(file, line: line))])
  }

  /// Returns the event for an edited text that was not written because it is not valid.
  package static func fileRefused(
    _ file: WorkspaceFile, _ text: String, _ notice: Notice, line: Int
  ) -> AppEvent {
    .effects(file.refused(text, notice, line: line))
  }

  /// Returns the event for an edited text that was not written because the file changed on disk.
  package static func fileConflict(
    _ file: WorkspaceFile, _ text: String, _ change: FileChange
  ) -> AppEvent {
    let editing = EditorPurpose.file(file, line: 1)
    return .effects([
      .confirm(
        .conflict(
          file.name, change,
          answers: [
            .init("Overwrite it with my version", [file.write(text)]),
            .init("Leave the file as it is"),
            .init(
              "Edit my version again",
              [.openEditor(text: text, suffix: ".yaml", purpose: editing)]),
          ]))
    ])
  }
}
