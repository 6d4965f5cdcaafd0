/// Asks for other keys of a command. Which keys there are is the panels' to know.
package struct KeysPrompt: PromptPurpose {
  package static let model: WritableKeyPath<AppModel, HelpList> & Sendable = \.places.help

  let command: Command

  package var label: String { "Keys of \"\(command.facts?.title ?? "")\"" }

  package func accept(_ text: String, _ help: inout HelpList) -> [Effect] {
    [.keys(.set(text, of: command))]
  }
}

/// What is asked about the keys of a command.
package enum KeysEffect: Hashable, Sendable {
  /// Answered by `AppEvent.keys`.
  case ask(of: Command)
  /// Store these for all sessions; answered by a notice, and by `AppEvent.keys` if they cannot be used.
  case set(String, of: Command)
}
