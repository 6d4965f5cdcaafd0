/// The definition of one command: a row of its family's table.
///
/// Key map, palette, help, hint bar and README derive from these rows.
package struct CommandRow<Model> {
  /// The title in palette and help: "Pause or resume this lane".
  package let title: String
  /// One or two words for the hint bar: "pause".
  package let hint: String
  /// An additional sentence for the help screen; may be empty.
  package let help: String
  /// The default keys. A key sequence is written with spaces: `, r`. A command without keys is only
  /// in the palette.
  package let keys: [String]
  /// The context in which the keys are active, or nil if it is the context of the family.
  package let context: Context?
  /// The reason why the command cannot act now, or nil if it can.
  package let obstacle: (Model) -> Notice?
  /// The hint in a state in which the command has another effect, or nil if the usual hint applies.
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

  /// Returns a copy of the row with another obstacle.
  func unless(_ obstacle: @escaping (Model) -> Notice?) -> CommandRow {
    CommandRow(title, hint, help, keys, context, variant, obstacle)
  }

  /// Returns a copy of the row with another hint in some states.
  func hinted(_ variant: @escaping (Model) -> String?) -> CommandRow {
    CommandRow(title, hint, help, keys, context, variant, obstacle)
  }

  /// Returns the row for a type that contains the model. `model` returns the model of such a value.
  func within<Owner>(_ model: @escaping (Owner) -> Model) -> CommandRow<Owner> {
    CommandRow<Owner>(
      title, hint, help, keys, context, { variant(model($0)) }, { obstacle(model($0)) })
  }
}

/// The common properties of a family of commands.
package struct CommandFamily<Model>: Sendable {
  /// The part of each command name before the dot: `queue`.
  package let name: String
  /// The heading over the commands in help and README.
  package let heading: String
  /// The context in which the keys of a command are active, unless the row of the command has
  /// another.
  package let context: Context
  /// The part of the interface that the commands act on.
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

/// The texts and keys of a command, independent of the state of the interface.
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
  /// Returns a notice that the key of these commands does nothing in the focused panel. The notice
  /// names the panels in which the key has a command. Returns nil if there is no such command.
  static func elsewhere(_ commands: [Command]) -> Notice? {
    let places = commands.compactMap(\.facts).map { "\"\($0.title)\" in the \($0.context.title)" }
    guard !places.isEmpty else { return nil }
    return .cannot(
      "This key does nothing in this panel.",
      "It is for \(places.joined(separator: " and ")).", "Go there first.")
  }
}
