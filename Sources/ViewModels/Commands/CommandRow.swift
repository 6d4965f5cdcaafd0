/// The definition of a command, as a row in the table of its family.
///
/// The key map, palette, help, hint bar and README derive from these rows.
package struct CommandRow<Model> {
  /// The title in palette and help, such as "Pause or resume this lane".
  package let title: String
  /// One or two words for the hint bar, such as "pause".
  package let hint: String
  /// An additional sentence for the help screen. May be empty.
  package let help: String
  /// The default keys. Keys of a sequence are separated by spaces: `, r`. A command without keys is
  /// only in the palette.
  package let keys: [String]
  /// The context in which the keys are active. Nil for the context of the family.
  package let context: Context?
  /// The reason why the command cannot act now. Nil if it can.
  package let obstacle: (Model) -> Notice?
  /// The hint in a state in which the command acts differently. Nil if the usual hint applies.
  package let variant: (Model) -> String?

  init(
    _ title: String, hint: String, help: String = "", keys: String..., in context: Context? = nil,
    variant: @escaping (Model) -> String? = { _ in nil },
    unless obstacle: @escaping (Model) -> Notice? = { _ in nil }
  ) {
    self.init(title, hint, help, keys, context, variant, obstacle)
  }

  private init(
    _ title: String, _ hint: String, _ help: String, _ keys: [String], _ context: Context?,
    _ variant: @escaping (Model) -> String?, _ obstacle: @escaping (Model) -> Notice?
  ) {
    (self.title, self.hint, self.help) = (title, hint, help)
    (self.keys, self.context) = (keys, context)
    (self.variant, self.obstacle) = (variant, obstacle)
  }

  /// Returns a copy of the row with a new obstacle.
  func unless(_ obstacle: @escaping (Model) -> Notice?) -> CommandRow {
    CommandRow(title, hint, help, keys, context, variant, obstacle)
  }

  /// Returns a copy of the row with different hints in some states.
  func hinted(_ variant: @escaping (Model) -> String?) -> CommandRow {
    CommandRow(title, hint, help, keys, context, variant, obstacle)
  }

  /// Returns the row for an owner of the model. `model` returns the model of an owner.
  func within<Owner>(_ model: @escaping (Owner) -> Model) -> CommandRow<Owner> {
    CommandRow<Owner>(
      title, hint, help, keys, context, { variant(model($0)) }, { obstacle(model($0)) })
  }
}

/// The common properties of a command family.
package struct CommandFamily<Model>: Sendable {
  /// The part of the command names before the dot, such as `queue`.
  package let name: String
  /// The heading over the commands in help and README.
  package let heading: String
  /// The context in which the keys are active. A row can define another context.
  package let context: Context
  /// The part of the interface on which the commands act.
  let model: @Sendable (AppModel) -> Model
}

/// A family of commands. The raw value of a command is the part of its name after the dot.
package protocol CommandGroup: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  associatedtype Model
  static var family: CommandFamily<Model> { get }
  var row: CommandRow<Model> { get }
}

extension CommandGroup {
  var name: String { "\(Self.family.name).\(rawValue)" }

  var facts: CommandFacts {
    let (row, family) = (row, Self.family)
    return CommandFacts(
      title: row.title, hint: row.hint, help: row.help, keys: row.keys,
      context: row.context ?? family.context, heading: family.heading)
  }

  var rowOfApp: CommandRow<AppModel> { row.within(Self.family.model) }
}

/// The texts and keys of a command. They do not depend on the state of the interface.
package struct CommandFacts: Hashable, Sendable {
  package let title: String
  package let hint: String
  package let help: String
  package let keys: [String]
  package let context: Context
  /// The heading above the command in help and README.
  package let heading: String
}

extension Notice {
  /// Returns a notice that the key does nothing in the focused panel. The notice names the key with
  /// the same effect here. If there is none, the notice names the panels in which the key has a
  /// command. Returns nil if there is no such panel.
  static func elsewhere(_ commands: [Command], than contexts: [Context]) -> Notice? {
    let hints = Set(commands.compactMap { $0.facts?.hint })
    let here = CommandTable.all.first { command in
      guard let facts = command.facts else { return false }
      return facts.context == contexts.first && hints.contains(facts.hint)
    }
    if let here, let facts = here.facts {
      return .cannot(
        "This key does nothing in this panel.", "", "\(key: here) is \"\(facts.title)\" here.")
    }
    let places = commands.compactMap(\.facts).map { "\"\($0.title)\" in the \($0.context.title)" }
    guard !places.isEmpty else { return nil }
    return .cannot(
      "This key does nothing in this panel.",
      "It is for \(places.joined(separator: " and ")).", "Go there first.")
  }
}
