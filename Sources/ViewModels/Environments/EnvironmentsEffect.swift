/// Operations on the environments of the workspace; reported by `AppEvent.environments`.
package enum EnvironmentsEffect: Hashable, Sendable {
  case list
  /// Fill templates with this one from now on; nil takes the shared values alone.
  case choose(String?)
  /// With the values of another one, or without values.
  case add(String, copying: String?)
  case delete(String)
  /// Read the file, to edit it at this environment; answered by `AppEvent.fileText`.
  case edit(String?)
  /// Write the file as it was edited; a text that cannot be read is answered by `AppEvent.fileRefused`.
  case write(String)
}

/// A file of the workspace that opens in `$EDITOR`.
package enum WorkspaceFile: Hashable, Sendable {
  case settings, environments

  package var name: String {
    switch self {
    case .settings: "weir.yaml"
    case .environments: "environments.yaml"
    }
  }

  /// Writes it as it was edited.
  func write(_ text: String) -> Effect {
    switch self {
    case .settings: .gateways(.write(text))
    case .environments: .environments(.write(text))
    }
  }

  /// An edited text could not be read: it is offered for correction until the user drops it.
  func refused(_ text: String, _ notice: Notice, line: Int) -> [Effect] {
    [
      .confirm(
        Confirmation(
          notice.what, detail: "\(notice.why) \(notice.whatToDo)",
          answers: [
            .init(
              "Edit it again",
              [.openEditor(text: text, suffix: ".yaml", purpose: .file(self, line: line))]),
            .init("Leave \(name) as it was"),
          ]))
    ]
  }
}
