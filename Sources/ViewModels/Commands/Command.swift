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
  /// Typed or pasted text, put where the text cursor stands.
  case insert(String)
  /// A click or a turn of the wheel, already told apart by where it fell.
  case point(Pointing)
}

/// What is said of a command wherever it is shown.
package struct CommandFacts: Hashable, Sendable {
  /// For palette and help: "Pause or resume this lane".
  package let title: String
  /// One or two words for the hint bar: "pause".
  package let hint: String
  /// One sentence more for the help screen; may be empty.
  package let help: String
  /// The context in which its keys are active.
  package let context: Context

  package init(_ title: String, hint: String, help: String = "", in context: Context) {
    self.title = title
    self.hint = hint
    self.help = help
    self.context = context
  }
}

/// A family of commands; its raw value completes the name after the family's word.
package protocol CommandGroup: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  var facts: CommandFacts { get }
}

extension Command {
  /// The stable name that `keymap.yaml` uses; nil for text and pointing, which have no key.
  package var name: String? {
    switch self {
    case .move(let command): "move.\(command.rawValue)"
    case .app(let command): "app.\(command.rawValue)"
    case .composer(let command): "composer.\(command.rawValue)"
    case .typing(let command): "typing.\(command.rawValue)"
    case .search(let command): "search.\(command.rawValue)"
    case .queue(let command): "queue.\(command.rawValue)"
    case .response(let command): "response.\(command.rawValue)"
    case .list(let command): "list.\(command.rawValue)"
    case .dialog(let command): "dialog.\(command.rawValue)"
    case .insert, .point: nil
    }
  }

  /// Title, hint, help and context; nil for text and pointing.
  package var facts: CommandFacts? {
    switch self {
    case .move(let command): command.facts
    case .app(let command): command.facts
    case .composer(let command): command.facts
    case .typing(let command): command.facts
    case .search(let command): command.facts
    case .queue(let command): command.facts
    case .response(let command): command.facts
    case .list(let command): command.facts
    case .dialog(let command): command.facts
    case .insert, .point: nil
    }
  }

  /// Whether another command of the same kind usually follows at once: users move and type in series, but
  /// send, open or show only once. Nearly all commands of the response panel move within the response.
  package var comesInSeries: Bool {
    switch self {
    case .move, .typing, .insert, .point, .search, .response: true
    case .app(.findNext), .app(.findPrevious): true
    case .app, .composer, .queue, .list, .dialog: false
    }
  }

  /// The heading it stands under in help and README.
  package var group: String {
    switch self {
    case .move: "Moving"
    case .app: "Anywhere"
    case .composer: "Composer"
    case .typing: "Typing"
    case .search: "Finding"
    case .queue: "Queue"
    case .response: "Response"
    case .list: "Lists"
    case .dialog: "Questions"
    case .insert, .point: "Text"
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
