/// All that is known of one command of the interface: one row of its family's table.
///
/// Key map, palette, help, hint bar and README derive from these rows.
package struct CommandRow<Model> {
  /// For palette and help: "Pause or resume this lane".
  package let title: String
  /// One or two words for the hint bar: "pause".
  package let hint: String
  /// One sentence more for the help screen; may be empty.
  package let help: String
  /// The default keys. A chord is written with spaces: `, r`. Without keys, it stands in the palette.
  package let keys: [String]
  /// The context in which its keys are active; nil for the one of its family.
  package let context: Context?
  /// Why the command can do nothing now; nil when it can act.
  package let obstacle: (Model) -> Notice?
  /// The hint in a state that gives the command another effect; nil for the usual hint.
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

  /// The row with another rule for when the command can act.
  func unless(_ obstacle: @escaping (Model) -> Notice?) -> CommandRow {
    CommandRow(title, hint, help, keys, context, variant, obstacle)
  }

  /// The row for an owner of the model.
  func within<Owner>(_ model: @escaping (Owner) -> Model) -> CommandRow<Owner> {
    CommandRow<Owner>(
      title, hint, help, keys, context, { variant(model($0)) }, { obstacle(model($0)) })
  }
}

/// What the commands of a family have in common.
package struct CommandFamily<Model>: Sendable {
  /// The word before the dot of each name: `queue`.
  package let name: String
  /// The heading over the commands in help and README.
  package let heading: String
  /// The context in which their keys are active, where the row names no other.
  package let context: Context
  /// The part of the interface that the commands act on.
  let model: @Sendable (AppModel) -> Model
}

/// A family of commands. The raw value completes the name after the family's word.
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

/// What is shown of a command, whatever the state of the interface.
package struct CommandFacts: Hashable, Sendable {
  package let title: String
  package let hint: String
  package let help: String
  package let keys: [String]
  package let context: Context
  /// The heading it stands under in help and README.
  package let heading: String
}
