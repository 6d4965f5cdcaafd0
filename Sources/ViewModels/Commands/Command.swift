/// A user action, identified by its name, such as `queue.pause`.
///
/// The keys, palette, hint bar, help and README refer to commands. View models do not know keys.
package enum Command: Hashable, Sendable {
  case move(MoveCommand)
  case app(AppCommand)
  /// A command of a feature, such as opening the list of cookies.
  case feature(FeatureCommand)
  case composer(ComposerCommand)
  case typing(TypingCommand)
  case search(SearchCommand)
  case queue(QueueCommand)
  case response(ResponseCommand)
  case list(ListCommand)
  case dialog(DialogCommand)
  /// A typed character or a pasted text, inserted at the text cursor.
  case insert(String)
  /// Several typed characters. Their effect is the same as if each one had arrived alone.
  case typed(String)
  /// A mouse click or a wheel turn, already resolved to its target.
  case point(Pointing)
}

extension Command {
  /// The command as a member of its family. Nil for text and pointing, which have no keys.
  private var member: (any CommandGroup)? {
    switch self {
    case .move(let command): command
    case .app(let command): command
    case .feature(let command): command
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

  /// The stable name that `keymap.yaml` uses. Nil for text and pointing.
  package var name: String? { member?.name }

  /// The texts and keys of the command. Nil for text and pointing.
  package var facts: CommandFacts? { member?.facts }

  /// Returns the reason why the command cannot act in this state. Returns nil if it can.
  func obstacle(in model: AppModel) -> Notice? { member?.rowOfApp.obstacle(model) }

  /// Returns the hint of the command in this state. Returns nil for text and pointing.
  func hint(in model: AppModel) -> String? {
    member.map { $0.rowOfApp.variant(model) ?? $0.facts.hint }
  }

  /// Whether a command of the same kind usually follows immediately. Movements and typing come in
  /// series. Sending, opening and showing do not. Nearly all commands of the response panel are
  /// movements.
  package var comesInSeries: Bool {
    switch self {
    case .move, .typing, .insert, .typed, .point, .search, .response: true
    case .app(.findNext), .app(.findPrevious): true
    case .app, .feature, .composer, .queue, .list, .dialog: false
    }
  }
}

/// All named commands, in help order.
package enum CommandTable {
  package static let all: [Command] =
    AppCommand.beforeFeatures.map(Command.app) + FeatureCommand.allCases.map(Command.feature)
    + AppCommand.afterFeatures.map(Command.app) + MoveCommand.allCases.map(Command.move)
    + ComposerCommand.allCases.map(Command.composer)
    + TypingCommand.allCases.map(Command.typing) + SearchCommand.allCases.map(Command.search)
    + QueueCommand.allCases.map(Command.queue)
    + ResponseCommand.allCases.map(Command.response) + ListCommand.allCases.map(Command.list)
    + DialogCommand.allCases.map(Command.dialog)

  private static let byName = Dictionary(
    uniqueKeysWithValues: all.compactMap { command in command.name.map { ($0, command) } })

  /// Returns the command with a given name.
  package static func command(named name: String) -> Command? { byName[name] }
}
