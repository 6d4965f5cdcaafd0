import ClientModel

/// The saved requests in folders, and the graphs of the workspace.
struct RequestsList: FoldingListSource, CursorListSource, EventListSource {
  private(set) var names: [String] = []
  private(set) var graphs: [String] = []
  /// The methods of the requests. The key is the name of the request. Methods are read after the
  /// names.
  private(set) var methods: [String: String] = [:]
  /// The newest known job of each request. Only jobs that the queue has received are known.
  private var jobs: [String: Job] = [:]
  /// The closed folders.
  private var folded: Set<String> = []
  /// The new name of a renamed request. The cursor moves to its row when the name is listed.
  private var renamed: String?
  private var wanted: ListRow.Value?

  static let manual = ManualSubject.requests

  let title = "Requests"
  let emptyText = "No request is saved yet. Compose one and save it."

  /// Returns the rows. If there is a filter, the requests have full names and are not in folders.
  func rows(_ filter: String, _ facts: ListFacts) -> [ListRow] {
    let current = facts.composer.name
    let requests =
      filter.isEmpty
      ? tree(current)
      : names.map { row(of: $0, title: $0, current) }
    return
      (requests
      + graphs.map { ListRow(value: .graph($0), title: $0, detail: "graph") })
      .matching(filter)
  }

  func hints(on row: ListRow?) -> [ListCommand] {
    switch row?.value {
    case nil: [.close]
    case .folder, .graph: [.choose, .filter, .close]
    default: [.choose, .filter, .rename, .delete, .duplicate, .close]
    }
  }

  func hint(of command: ListCommand, on row: ListRow?) -> String? {
    switch (command, row?.value) {
    case (.choose, .request): "open"
    case (.choose, .graph): "queue"
    default: nil
    }
  }

  mutating func begin() -> [Effect] {
    wanted = nil
    return [.requests(.list)]
  }

  mutating func choose(_ row: ListRow) -> [Effect] {
    switch row.value {
    case .folder(let folder, _): folded.formSymmetricDifference([folder])
    case .request(let name): return [.list(.closeAll), .requests(.load(name))]
    case .graph(let name): return [.list(.closeAll), .graphs(.run(name))]
    default: break
    }
    return []
  }

  mutating func perform(_ command: ListCommand, on row: ListRow?, in list: inout ListModel)
    -> [Effect]
  {
    guard case .request(let name) = row?.value else { return refuse(command) }
    switch command {
    case .rename: return [.ask(Prompt(RenamePrompt(name: name), text: name))]
    case .duplicate: return [.requests(.duplicate(name))]
    case .delete:
      // The row is removed before the deletion has ended, so that the next key applies to the next
      // row.
      names.removeAll { $0 == name }
      return [.requests(.delete(name))]
    default: return refuse(command)
    }
  }

  // MARK: Events

  mutating func rename(to name: String) { renamed = name }

  mutating func receive(_ event: RequestsEvent, _ visibility: ListVisibility) -> [Effect] {
    switch event {
    case .names(let names): take(names)
    case .methods(let methods): self.methods = methods
    case .graphs(let graphs): self.graphs = graphs
    }
    return []
  }

  mutating func take(_ names: [String]) {
    defer { renamed = nil }
    self.names = names
    guard let renamed, names.contains(renamed) else { return }
    wanted = .request(renamed)
    folded = folded.filter { !renamed.begins(with: $0 + "/") }
  }

  /// Returns the new row of the cursor. The cursor stays on its request, even if the request was
  /// renamed.
  mutating func cursor(_ row: Int, among before: [ListRow], now after: [ListRow]) -> Int {
    defer { wanted = nil }
    let value = wanted ?? (before.indices.contains(row) ? before[row].value : nil)
    return after.firstIndex { $0.value == value } ?? row
  }

  /// Stores the newest job of each saved request.
  mutating func take(_ event: QueueEvent) {
    switch event {
    case .jobs(let jobs, _, _, _), .changed(let jobs):
      for job in jobs {
        guard let name = job.name, (self.jobs[name]?.id ?? job.id) <= job.id else { continue }
        self.jobs[name] = job
      }
    default: break
    }
  }

  private func row(of name: String, title: String, _ current: String?) -> ListRow {
    ListRow(
      value: .request(name), title: title, isCurrent: name == current, method: methods[name],
      last: jobs[name])
  }

  // MARK: Folders

  /// Returns the folders and requests. The content of closed folders is left out.
  private func tree(_ current: String?) -> [ListRow] {
    var rows: [ListRow] = []
    var open: [String] = []
    for name in names {
      let parts = name.words(at: "/").map(String.init)
      let folders = (1..<max(1, parts.count)).map { parts.prefix($0).joined(separator: "/") }
      for (depth, folder) in folders.enumerated() where !open.contains(folder) {
        guard !isHidden(folder) else { break }
        rows.append(row(of: folder, depth: depth))
      }
      open = folders
      guard !isHidden(name) else { continue }
      rows.append(
        row(of: name, title: indent(folders.count) + (parts.last ?? name), current))
    }
    return rows
  }

  private func row(of folder: String, depth: Int) -> ListRow {
    let fold = folded.contains(folder) ? ListRow.Fold.closed : .open
    let count = names.count { $0.begins(with: folder + "/") }
    let name = folder.words(at: "/").last ?? ""
    return ListRow(
      value: .folder(folder, fold),
      title: indent(depth) + (fold == .open ? "▾ " : "▸ ") + name + "/",
      detail: fold == .open ? "" : count == 1 ? "1 request" : "\(count) requests")
  }

  /// Returns whether a folder above the name is closed.
  private func isHidden(_ name: String) -> Bool {
    folded.contains { name.begins(with: $0 + "/") }
  }

  private func indent(_ depth: Int) -> String { String(repeating: "  ", count: depth) }

  mutating func fold(_ step: FolderStep, in list: inout ListModel, _ rows: [ListRow]) {
    guard list.filter.isEmpty, rows.indices.contains(list.list.selected) else { return }
    let selected = list.list.selected
    switch (rows[selected].value, step) {
    case (.folder(let folder, .closed), .toggle), (.folder(let folder, .closed), .open):
      folded.remove(folder)
    case (.folder(let folder, .open), .toggle), (.folder(let folder, .open), .close):
      folded.insert(folder)
    case (.folder(_, .open), .open): list.select(selected + 1, among: rows.count)
    case (.folder(let name, .closed), .close), (.request(let name), .close):
      select(parent(of: name), in: &list, rows)
    case (.request(let name), .toggle):
      guard let folder = parent(of: name) else { return }
      select(folder, in: &list, rows)
      folded.insert(folder)
    default: break
    }
  }

  private func parent(of name: String) -> String? {
    name.lastIndex(ofByte: "/").map { String(name[..<$0]) }
  }

  private func select(_ folder: String?, in list: inout ListModel, _ rows: [ListRow]) {
    guard let folder, let row = rows.firstIndex(where: { $0.value == .folder(folder, .open) })
    else { return }
    list.select(row, among: rows.count)
  }
}
