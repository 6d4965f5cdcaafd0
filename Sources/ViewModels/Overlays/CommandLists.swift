/// The list of all commands. The user filters the list by typing. A filter also finds the options
/// of the composed request.
struct PaletteList: CursorListSource {
  let title = "Commands"
  let interaction = ListInteraction.typed

  func rows(_ filter: String, _ facts: ListFacts) -> [ListRow] {
    let commands = CommandTable.all.filter(isOffered).map {
      ListRow(
        value: .command($0), title: $0.facts?.title ?? "", detail: $0.name ?? "",
        isCurrent: isOnShow($0, facts))
    }
    guard !filter.isEmpty else { return commands }
    let options = OptionField.allCases.map {
      ListRow(value: .init($0), title: "Options: \($0.label)", detail: $0.rawValue)
    }
    let found = (commands + options).matching(filter) { row in
      if case .command(let command) = row.value { return command.facts?.help ?? "" }
      return row.item(OptionField.self)?.placeholder ?? ""
    }
    return found.filter { $0.item(OptionField.self) == nil }
      + found.filter { $0.item(OptionField.self) != nil }
  }

  mutating func choose(_ row: ListRow) -> [Effect] {
    if let option: OptionField = row.item() {
      return [.list(.closeAll), .list(.selectField(.option(option)))]
    }
    guard case .command(let command) = row.value else { return [] }
    return [.list(.closeAll), .list(.perform(command))]
  }

  /// Returns the first row that can be chosen. The current choice is not preferred, because the
  /// user rarely chooses it again.
  func first(of rows: [ListRow]) -> Int? { rows.firstIndex(where: \.isChoice) }

  private func isOffered(_ command: Command) -> Bool {
    switch command {
    case .move, .typing, .search, .list, .dialog, .insert, .typed, .point: false
    case .app(.palette), .app(.back), .app(.leave): false
    case .app, .feature, .composer, .queue, .response: true
    }
  }

  /// Returns whether the command shows the body as its current kind.
  private func isOnShow(_ command: Command, _ facts: ListFacts) -> Bool {
    guard case .response(let command) = command, let kind = facts.bodyKind else { return false }
    return command.kind == kind
  }
}

/// The commands of the contexts from which help was opened, under headings.
package struct HelpList: DescribedListSource {
  var contexts: [Context] = []
  /// The commands of the list from which help was opened.
  var listCommands = Set(ListCommand.allCases)
  let title = "Help"

  func rows(_ filter: String, _ facts: ListFacts) -> [ListRow] {
    contexts.flatMap(rows).matching(filter)
  }

  /// Closes the help and performs the command. The overlay below the help stays open, because it
  /// may handle the command.
  mutating func choose(_ row: ListRow) -> [Effect] {
    guard case .command(let command) = row.value else { return [] }
    return [.list(.close), .list(.perform(command))]
  }

  mutating func perform(_ command: ListCommand, on row: ListRow?, in list: inout ListModel)
    -> [Effect]
  {
    guard command == .edit, case .command(let chosen)? = row?.value else { return refuse(command) }
    return [.keys(.ask(of: chosen))]
  }

  func hints(on row: ListRow?) -> [ListCommand] {
    row == nil ? [.close] : [.edit, .filter, .close]
  }

  /// Returns the help sentence of a command.
  func description(of row: ListRow) -> String {
    if case .command = row.value { row.detail } else { "" }
  }

  func hint(of command: ListCommand, on row: ListRow?) -> String? {
    switch (command, row?.value) {
    case (.choose, .command): "run"
    case (.edit, _): "change its keys"
    default: nil
    }
  }

  private func isOffered(_ command: Command) -> Bool {
    if case .list(let command) = command { listCommands.contains(command) } else { true }
  }

  private func rows(of context: Context) -> [ListRow] {
    let commands = CommandTable.all.filter { $0.facts?.context == context && isOffered($0) }
    guard !commands.isEmpty else { return [] }
    let heading = context.title.prefix(1).uppercased() + context.title.dropFirst()
    return [ListRow(value: .heading, title: heading)]
      + commands.compactMap { command in
        guard ResponseCommand.depths.contains(command) else {
          return ListRow(
            value: .command(command), title: command.facts?.title ?? "",
            detail: command.facts?.help ?? "")
        }
        // The commands for nine depths share one row, because nine similar rows would make the help
        // harder to read.
        guard command == ResponseCommand.depths.first else { return nil }
        return ListRow(value: .series(ResponseCommand.depths), title: "Unfold to this depth")
      }
  }
}
