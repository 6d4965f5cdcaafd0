/// Something the user can do, by name: `queue.pause`.
///
/// Keys, palette, hint bar, help and README point at commands; view models never hear of keys.
package enum Command: Hashable, Sendable {
  case move(MoveCommand)
  case app(AppCommand)
  case composer(ComposerCommand)
  case typing(TypingCommand)
  case search(SearchCommand)
  case queue(QueueCommand)
  case response(ResponseCommand)
  case list(ListCommand)
  case dialog(DialogCommand)
  /// A typed character or a pasted text, put where the text cursor stands.
  case insert(String)
  /// Typed characters, put there as if each came alone.
  case typed(String)
  /// A click or a turn of the wheel, already resolved by where it fell.
  case point(Pointing)
}

extension Command {
  /// The command as one of its family; nil for text and pointing, which have no key.
  private var member: (any CommandGroup)? {
    switch self {
    case .move(let command): command
    case .app(let command): command
    case .composer(let command): command
    case .typing(let command): command
    case .search(let command): command
    case .queue(let command): command
    case .response(let command): command
    case .list(let command): command
    case .dialog(let command): command
    case .insert, .typed, .point: nil
    }
  }

  /// The stable name that `keymap.yaml` uses; nil for text and pointing.
  package var name: String? { member?.name }

  /// What is shown of it; nil for text and pointing.
  package var facts: CommandFacts? { member?.facts }

  /// Why it can do nothing in this state; nil when it can act.
  func obstacle(in model: AppModel) -> Notice? { member?.rowOfApp.obstacle(model) }

  /// Its hint in this state; nil for text and pointing.
  func hint(in model: AppModel) -> String? {
    member.map { $0.rowOfApp.variant(model) ?? $0.facts.hint }
  }

  /// Whether another command of the same kind usually follows at once: users move and type in series, but
  /// send, open or show only once. Nearly all commands of the response panel move within the response.
  package var comesInSeries: Bool {
    switch self {
    case .move, .typing, .insert, .typed, .point, .search, .response: true
    case .app(.findNext), .app(.findPrevious): true
    case .app, .composer, .queue, .list, .dialog: false
    }
  }
}

/// Every command that has a name, in the order of the help screen.
package enum CommandTable {
  package static let all: [Command] =
    AppCommand.allCases.map(Command.app) + MoveCommand.allCases.map(Command.move)
    + ComposerCommand.allCases.map(Command.composer)
    + TypingCommand.allCases.map(Command.typing) + SearchCommand.allCases.map(Command.search)
    + QueueCommand.allCases.map(Command.queue)
    + ResponseCommand.allCases.map(Command.response) + ListCommand.allCases.map(Command.list)
    + DialogCommand.allCases.map(Command.dialog)

  private static let byName = Dictionary(
    uniqueKeysWithValues: all.compactMap { command in command.name.map { ($0, command) } })

  /// The command of this name.
  package static func command(named name: String) -> Command? { byName[name] }
}
