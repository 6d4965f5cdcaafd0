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

  /// Offers an invalid text for correction until the user discards it.
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
