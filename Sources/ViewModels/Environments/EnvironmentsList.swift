/// The list of the workspace's environments. The composer has the environment in use.
struct EnvironmentsList: CursorListSource, EventListSource {
  private(set) var names: [String] = []
  private(set) var production: Set<String> = []
  /// The environments that were chosen but are not in use yet, oldest first. A nil element means
  /// that no environment was chosen.
  private var chosen: [String?] = []
  /// The name of the environment that is being added. The cursor moves to its row when it is
  /// listed.
  var wanted: String?

  static let commands = [FeatureCommand.environments]
  static let manual = ManualSubject(topic: "environments")

  let title = "Environments"
  let emptyText = "No environment yet."

  func rows(_ filter: String, _ facts: ListFacts) -> [ListRow] {
    let current = chosen.last.map { $0 ?? "" } ?? facts.composer.environment.name
    let none = ListRow(
      value: .init(EnvironmentChoice(name: nil)), title: "(none)",
      detail: "only variables of all environments",
      isCurrent: current.isEmpty)
    return
      ([none]
      + names.map { name in
        ListRow(
          value: .init(EnvironmentChoice(name: name)), title: name,
          detail: production.contains(name) ? "production" : "", isCurrent: name == current)
      })
      .matching(filter)
  }

  func hints(on row: ListRow?) -> [ListCommand] {
    row?.item(EnvironmentChoice.self)?.name == nil
      ? [.choose, .new, .edit, .filter, .close]
      : [.choose, .new, .edit, .delete, .duplicate, .filter, .close]
  }

  mutating func begin() -> [Effect] { [.environments(.list)] }

  mutating func receive(_ event: EnvironmentsEvent, _ visibility: ListVisibility) -> [Effect] {
    switch event {
    case .list(let names, let environment, let production):
      (self.names, self.production) = (names, production)
      if !chosen.isEmpty { chosen.removeFirst() }
      return [.list(.useEnvironment(environment))]
    }
  }

  mutating func cursor(_ row: Int, among before: [ListRow], now after: [ListRow]) -> Int {
    guard let wanted,
      let row = after.firstIndex(where: { $0.item() == EnvironmentChoice(name: wanted) })
    else { return row }
    self.wanted = nil
    return row
  }

  mutating func choose(_ row: ListRow) -> [Effect] {
    guard let choice: EnvironmentChoice = row.item() else { return [] }
    let name = choice.name
    chosen.append(name)
    return [.list(.closeAll), .list(.chooseEnvironment(name))]
  }

  mutating func perform(_ command: ListCommand, on row: ListRow?, in list: inout ListModel)
    -> [Effect]
  {
    if command == .new { return [.ask(Prompt(EnvironmentNamePrompt(other: nil)))] }
    guard let choice = row?.item(EnvironmentChoice.self) else { return refuse(command) }
    switch (command, choice.name) {
    case (.edit, let name): return [.environments(.edit(name))]
    case (.duplicate, let name?): return [.ask(Prompt(EnvironmentNamePrompt(other: name)))]
    case (.delete, let name?):
      return [
        .confirm(
          Confirmation(
            "Delete the environment \(name)?",
            detail: "Its lines are removed from environments.yaml.",
            answers: [.init("Keep it"), .init("Delete it", [.environments(.delete(name))])]))
      ]
    default: return refuse(command)
    }
  }
}

/// The environment of a row. A nil name means that only the shared values are used.
private struct EnvironmentChoice: Hashable {
  let name: String?
}

/// A prompt for the name of a new environment.
struct EnvironmentNamePrompt: PromptPurpose {
  static let model: WritableKeyPath<AppModel, EnvironmentsList> & Sendable = \.lists.environments

  /// The environment to copy values from. Nil if no values are copied.
  let other: String?

  var label: String { other.map { "Name of the copy of \($0)" } ?? "Name of the environment" }
  var need: String? { "A name is needed, such as dev." }

  func accept(_ text: String, _ environments: inout EnvironmentsList) -> [Effect] {
    environments.wanted = text
    return [.environments(.add(text, copying: other))]
  }
}

extension FeatureCommand {
  package static let environments = FeatureCommand(
    "environments", opens: \.environments,
    .init("Choose, add or edit an environment", hint: "environments", keys: ", e"))
}
