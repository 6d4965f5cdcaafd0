/// A command that opens a feature's list or changes the list's content. It is declared in the
/// folder of the feature and belongs to the family of `AppCommand`.
package struct FeatureCommand: CommandGroup {
  package let rawValue: String
  private let description: @Sendable () -> CommandRow<AppModel>
  private let work: @Sendable (inout AppModel) -> [Effect]

  init<Source: ListSource>(
    _ name: String, opens path: WritableKeyPath<ListSources, Source> & Sendable,
    _ row: @escaping @autoclosure @Sendable () -> CommandRow<AppModel>
  ) {
    self.init(name, row()) { $0.open(path) }
  }

  init(
    _ name: String, _ row: @escaping @autoclosure @Sendable () -> CommandRow<AppModel>,
    _ work: @escaping @Sendable (inout AppModel) -> [Effect]
  ) {
    rawValue = name
    description = row
    self.work = work
  }

  package init?(rawValue: String) {
    guard let command = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = command
  }

  package static let family = AppCommand.family

  /// The commands of all features, in the order of the feature table.
  package static let allCases = ListSources().all.flatMap { type(of: $0).commands }

  package var row: CommandRow<AppModel> { description() }

  func act(in model: inout AppModel) -> [Effect] { work(&model) }

  package static func == (one: Self, other: Self) -> Bool { one.rawValue == other.rawValue }
  package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
