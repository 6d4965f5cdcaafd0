import ClientCatalogs
import ClientModel

/// The browser of API descriptions.
extension CatalogsModel: FoldingListSource, FollowingListSource, ClosableListSource,
  CursorListSource,
  EventListSource
{
  static let commands = [FeatureCommand.catalogs]
  static let manual = ManualSubject(topic: "catalogs")

  var title: String { "Catalogs" }
  var emptyText: String { "No catalog yet. Put an OpenAPI document into the `catalogs` folder." }

  func rows(_ filter: String, _ facts: ListFacts) -> [ListRow] { rows(filter) }

  func hints(on row: ListRow?) -> [ListCommand] {
    row == nil ? [.nextTab, .close] : [.choose, .filter, .nextTab, .close]
  }

  func hint(of command: ListCommand, on row: ListRow?) -> String? {
    guard command == .choose, let row else { return nil }
    if case .endpoint = row.value { return "open" }
    return row.item(CatalogProblem.self).map { _ in "show" }
  }

  mutating func begin() -> [Effect] { browse().map(Effect.catalogs) }

  mutating func receive(_ event: CatalogsEvent, _ visibility: ListVisibility) -> [Effect] {
    let effects = receive(event).map(Effect.catalogs)
    guard case .imported = event else { return effects }
    return effects + [.list(.perform(.feature(.catalogs)))]
  }

  mutating func interrupt() -> [Effect]? { isReadingLong ? stop().map(Effect.catalogs) : nil }

  mutating func follow(_ list: ListModel) -> [Effect] {
    look(for: list.filter.text)
    return storeFolds().map(Effect.catalogs)
  }

  mutating func choose(_ row: ListRow) -> [Effect] {
    switch row.value {
    case .catalog(let node, let fold): choose(node, fold)
    case .endpoint(let name): formEffects(of: name)
    default: row.item(CatalogProblem.self).map { notify(of: $0) } ?? []
    }
  }

  private mutating func choose(_ node: CatalogNode, _ fold: ListRow.Fold?) -> [Effect] {
    guard fold == nil, case .catalog(let name) = node else {
      toggled.formSymmetricDifference([node])
      return []
    }
    if case .refused(let problem) = loadState(of: name) { return notify(of: problem) }
    return open(name).map(Effect.catalogs)
  }

  /// Returns the effects that open the form of an endpoint.
  func formEffects(of name: EndpointName) -> [Effect] {
    guard let catalog = catalog(name.catalog), let endpoint = endpoint(name) else { return [] }
    return [
      .list(.closeAll), .list(.compose(EndpointForm(endpoint, in: catalog).draft())),
    ]
  }

  /// Shows the full problem of a document.
  private func notify(of problem: CatalogProblem) -> [Effect] {
    [
      .confirm(
        Confirmation(
          problem.what, detail: "\(problem.place): \(problem.why) \(problem.whatToDo)",
          answers: [.init("Close")]))
    ]
  }

  /// Expands or collapses the selected row. If that is not possible, the cursor moves to the first
  /// child or to the parent.
  mutating func fold(_ step: FolderStep, in list: inout ListModel, _ rows: [ListRow]) {
    guard list.filter.isEmpty, rows.indices.contains(list.list.selected) else { return }
    let selected = list.list.selected
    switch (rows[selected].value, step) {
    case (.catalog(let node, .closed), .toggle), (.catalog(let node, .closed), .open),
      (.catalog(let node, .open), .toggle), (.catalog(let node, .open), .close):
      toggled.formSymmetricDifference([node])
    case (.catalog(_, .open), .open): list.select(selected + 1, among: rows.count)
    case (.catalog(_, nil), _): break
    case (_, .close), (_, .toggle):
      // The parent of a row is the nearest less indented row above.
      let depth = rows[selected].depth
      guard let parent = rows[..<selected].lastIndex(where: { $0.depth < depth }) else { return }
      list.select(parent, among: rows.count)
      if step == .toggle, case .catalog(let node, _) = rows[parent].value {
        toggled.formSymmetricDifference([node])
      }
    default: break
    }
  }

  /// Returns the new row of the cursor. If a catalog was just imported, this is its row. Otherwise,
  /// the cursor stays on its row.
  mutating func cursor(_ row: Int, among before: [ListRow], now after: [ListRow]) -> Int {
    if let name = imported, let found = after.firstIndex(where: { $0.value.isCatalog(name) }) {
      imported = nil
      return found
    }
    guard before.indices.contains(row) else { return row }
    return after.firstIndex { $0.value.isSamePlace(as: before[row].value) } ?? row
  }
}

extension ListRow {
  /// The indentation of a row in the browser's tree.
  fileprivate var depth: Int { title.prefix { $0 == " " }.count }
}

extension ListRow.Value {
  fileprivate func isCatalog(_ name: String) -> Bool {
    if case .catalog(.catalog(name), _) = self { true } else { false }
  }

  /// Returns whether both values identify the same row. Fold states are ignored.
  fileprivate func isSamePlace(as other: Self) -> Bool {
    if case .catalog(let node, _) = self, case .catalog(let same, _) = other { return node == same }
    return self == other
  }
}

extension FeatureCommand {
  package static let catalogs = FeatureCommand(
    "catalogs", opens: \.catalogs,
    .init(
      "Open an endpoint of a catalog", hint: "catalogs",
      help: "Lists the API descriptions in the `catalogs` folder and those that come with Weir.",
      keys: ", k"))
}
