/// A prompt for new keys of a command. Only the panels know the key map.
package struct KeysPrompt: PromptPurpose {
  package static let model: WritableKeyPath<AppModel, HelpList> & Sendable = \.lists.help

  let command: Command

  package var label: String { "Keys of \"\(command.facts?.title ?? "")\"" }

  package func accept(_ text: String, _ help: inout HelpList) -> [Effect] {
    [.keys(.set(text, of: command))]
  }
}

/// An operation on the keys of a command.
package enum KeysEffect: Hashable, Sendable {
  /// Results in `AppEvent.keys`.
  case ask(of: Command)
  /// Stores these keys for all sessions. Results in a notice, and in `AppEvent.keys` if they are
  /// not valid.
  case set(String, of: Command)
}

extension AppEvent {
  /// Returns the event with the keys of a command, requested for editing.
  package static func keys(_ text: String, of command: Command) -> AppEvent {
    .effects([.ask(Prompt(KeysPrompt(command: command), text: text))])
  }
}
