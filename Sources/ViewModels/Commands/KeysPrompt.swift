/// A prompt for new keys of a command. The current keys are requested from the front end, because
/// view models do not know the key map.
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
  /// Requests the keys of a command. Results in `AppEvent.keys`.
  case ask(of: Command)
  /// Stores keys for all sessions. Results in a notice. If the keys are not valid, also results in
  /// `AppEvent.keys`.
  case set(String, of: Command)
}

extension AppEvent {
  /// Returns the event that opens the prompt with a command's current keys.
  package static func keys(_ text: String, of command: Command) -> AppEvent {
    .effects([.ask(Prompt(KeysPrompt(command: command), text: text))])
  }
}
