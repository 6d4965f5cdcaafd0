import ClientModel

/// The list of shared values.
extension SharedValuesModel: CursorListSource, EventListSource {
  static let commands = [FeatureCommand.sharedValues]
  static let manual = ManualSubject(topic: "shared-values")

  var title: String { "Shared values" }
  var emptyText: String { "No shared value yet. Add one, or use `weir value set`." }

  func rows(_ filter: String, _ facts: ListFacts) -> [ListRow] {
    entries.map { entry in
      let facts = entry.facts
      let (size, rule) = (facts.size?.description ?? "no value", facts.rule.description)
      var row = ListRow(
        value: .init(facts.key), title: facts.key.name,
        detail: [size, entry.time, rule].filter { !$0.isEmpty }.joined(separator: " · "),
        isFlashing: isFlashing(facts.key))
      row.cells = [
        ListCell(facts.key.name, .line), ListCell(size, .number), ListCell(entry.time, .faint),
        ListCell(rule), ListCell(watched.contains(facts.key) ? "watched" : ""),
      ]
      return row
    }.matching(filter)
  }

  func hints(on row: ListRow?) -> [ListCommand] {
    row == nil
      ? [.new, .close] : [.choose, .new, .edit, .watch, .rule, .delete, .clear, .filter, .close]
  }

  func hint(of command: ListCommand, on row: ListRow?) -> String? {
    command == .choose ? "show" : nil
  }

  mutating func begin() -> [Effect] { [.shared(.list)] }

  /// Opens a value to view it. Asks first if the value is secret.
  mutating func choose(_ row: ListRow) -> [Effect] {
    guard let key: SharedKey = row.item() else { return [] }
    let read = Effect.shared(.read(key, .view))
    guard entry(key)?.facts.rule.isSecret ?? true else { return [read] }
    return [
      .confirm(
        Confirmation(
          "Show the value of \(key)?",
          detail: "It is secret, and stays on the screen until you close it.",
          answers: [.init("Keep it hidden"), .init("Show it", [read])], chosen: 1))
    ]
  }

  mutating func perform(_ command: ListCommand, on row: ListRow?, in list: inout ListModel)
    -> [Effect]
  {
    if command == .new { return [.ask(Prompt(SharedKeyPrompt()))] }
    guard let key = row?.item(SharedKey.self) else { return refuse(command) }
    switch command {
    case .edit: return [.shared(.read(key, .edit))]
    case .rule:
      return [
        .ask(Prompt(SharedRulePrompt(key: key), text: entry(key)?.facts.rule.text ?? "plain"))
      ]
    case .watch:
      watched.formSymmetricDifference([key])
      let isWatched = watched.contains(key)
      return [
        .shared(.watch(watched)),
        .notify(
          Notice(
            .info, isWatched ? "\(key) is watched." : "\(key) is no longer watched.",
            why: isWatched ? "Its changes are reported here and in the event log." : "")),
      ]
    case .delete:
      return [
        .confirm(
          Confirmation(
            "Delete the shared value \(key)?", detail: "Its storage rule is deleted too.",
            answers: [.init("Keep it"), .init("Delete it", [.shared(.remove(key))])]))
      ]
    case .clear:
      return [
        .confirm(
          Confirmation(
            "Delete every shared value?",
            detail: "This includes values that can no longer be decrypted.",
            answers: [.init("Keep them"), .init("Delete them", [.shared(.clear)])]))
      ]
    default: return refuse(command)
    }
  }

  /// Returns the new row of the cursor. The cursor moves to a key that was just written, because
  /// the next command usually concerns that key.
  mutating func cursor(_ row: Int, among before: [ListRow], now after: [ListRow]) -> Int {
    guard let key = written, let row = after.firstIndex(where: { $0.item() == key })
    else { return row }
    written = nil
    return row
  }
}

/// The lines of a shared value as a list. The lines are in memory only while the list is open.
struct SharedValueLines: ClosableListSource {
  private static let most = 10_000

  private var shown: (key: SharedKey, text: String)?

  var title: String { "Shared value \(shown?.key.name ?? "")" }

  mutating func show(_ text: String, of key: SharedKey) { shown = (key, text) }
  func interrupt() -> [Effect]? { nil }
  mutating func leave() -> [Effect] {
    shown = nil
    return []
  }

  func rows(_ filter: String, _ facts: ListFacts) -> [ListRow] {
    (shown?.text.pieces(at: "\n").prefix(Self.most) ?? []).enumerated()
      .map { ListRow(value: .init($0), title: String($1)) }.matching(filter)
  }

  func hint(of command: ListCommand, on row: ListRow?) -> String? {
    command == .choose ? "copy" : nil
  }

  mutating func choose(_ row: ListRow) -> [Effect] {
    guard let shown else { return [] }
    return [.copy(shown.text, what: "the value of \(shown.key)")]
  }
}

extension FeatureCommand {
  package static let sharedValues = FeatureCommand(
    "sharedValues", opens: \.shared,
    .init(
      "List the shared values", hint: "shared values",
      help:
        "Lists keys whose values are stored until you delete them. Changes of a watched key are reported.",
      keys: ", v"))
}
