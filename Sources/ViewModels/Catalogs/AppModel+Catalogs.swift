import ClientCatalogs
import ClientModel

/// The browser of API descriptions, and the endpoints chosen there.
extension AppModel {
  /// Shows the browser and starts reading the catalogs that it lists.
  mutating func openCatalogs() -> [Effect] {
    open(.catalogs)
    return browseCatalogs()
  }

  mutating func browseCatalogs() -> [Effect] { changeCatalogs { $0.browse() } }

  /// Changes the catalogs; the browser's cursor stays on its row.
  mutating func changeCatalogs(
    _ change: (inout CatalogsModel) -> [CatalogsEffect]
  ) -> [Effect] {
    guard case .list(var list) = overlays.last, list.kind == .catalogs else {
      return change(&catalogs).map(Effect.catalogs)
    }
    let before = rows(of: list)
    let wanted =
      before.indices.contains(list.list.selected) ? before[list.list.selected].value : nil
    let effects = change(&catalogs).map(Effect.catalogs)
    catalogs.look(for: list.filter.text)
    let after = rows(of: list)
    let row = wanted.flatMap { wanted in after.firstIndex { $0.value.isSamePlace(as: wanted) } }
    list.select(row ?? list.list.selected, among: after.count)
    overlays[overlays.count - 1] = .list(list)
    return effects
  }

  /// Expands or collapses the selected row, or selects its first child or its parent.
  mutating func foldCatalogs(_ step: FolderStep, in list: inout ListModel, _ rows: [ListRow]) {
    guard list.filter.isEmpty, rows.indices.contains(list.list.selected) else { return }
    let selected = list.list.selected
    switch (rows[selected].value, step) {
    case (.catalog(let node, .closed), .toggle), (.catalog(let node, .closed), .open),
      (.catalog(let node, .open), .toggle), (.catalog(let node, .open), .close):
      catalogs.turned.formSymmetricDifference([node])
    case (.catalog(_, .open), .open): list.select(selected + 1, among: rows.count)
    case (.catalog(_, nil), _): break
    case (_, .close), (_, .toggle):
      // The parent of a row is the nearest row above it with less indentation.
      let depth = rows[selected].depth
      guard let parent = rows[..<selected].lastIndex(where: { $0.depth < depth }) else { return }
      list.select(parent, among: rows.count)
      if step == .toggle, case .catalog(let node, _) = rows[parent].value {
        catalogs.turned.formSymmetricDifference([node])
      }
    default: break
    }
    catalogs.look(for: "")
  }

  /// Does what a row of the browser stands for.
  mutating func choose(catalog node: CatalogNode, _ fold: ListRow.Fold?) -> [Effect] {
    guard fold == nil, case .catalog(let name) = node else {
      return changeCatalogs { catalogs in
        catalogs.turned.formSymmetricDifference([node])
        return []
      }
    }
    if case .refused(let problem) = catalogs.standing(of: name) { return tellOf(problem) }
    return changeCatalogs { $0.open(name) }
  }

  /// A problem of a document, whole.
  func tellOf(_ problem: CatalogProblem) -> [Effect] {
    [
      .confirm(
        Confirmation(
          problem.what, detail: "\(problem.place): \(problem.why) \(problem.whatToDo)",
          answers: [.init("Go back")]))
    ]
  }

  /// Opens an endpoint in the composer; unsaved work is asked about first.
  mutating func choose(endpoint name: EndpointName) -> [Effect] {
    guard let catalog = catalogs.catalog(name.catalog), let endpoint = catalogs.endpoint(name)
    else { return [] }
    let draft = EndpointForm(endpoint, in: catalog).draft()
    leaveCatalogs()
    if composer.isUnsaved { return [.confirm(discarding(by: .load(draft, name: nil)))] }
    composer.load(draft)
    focus = .composer
    return []
  }

  mutating func leaveCatalogs() {
    closeOverlays()
    catalogs.leave()
  }

  /// The line above the browser's rows while no filter is typed or set: the endpoint of the selected row.
  package func caption(of list: ListModel) -> String? {
    guard list.kind == .catalogs, !list.isTyping, list.filter.isEmpty else { return nil }
    let rows = rows(of: list)
    guard rows.indices.contains(list.list.selected),
      case .endpoint(let name) = rows[list.list.selected].value,
      let endpoint = catalogs.endpoint(name)
    else { return nil }
    return "\(endpoint.method) \(endpoint.path)"
  }
}

extension ListRow {
  /// How far a row of the browser's tree is indented.
  fileprivate var depth: Int { title.prefix { $0 == " " }.count }
}

extension ListRow.Value {
  /// True for the same thing, folded or not.
  fileprivate func isSamePlace(as other: Self) -> Bool {
    if case .catalog(let node, _) = self, case .catalog(let same, _) = other { return node == same }
    return self == other
  }
}
