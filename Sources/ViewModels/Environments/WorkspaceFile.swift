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
