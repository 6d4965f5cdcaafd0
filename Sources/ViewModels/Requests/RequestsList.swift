import ClientModel

/// The saved requests in folders, and the graphs of the workspace.
struct RequestsList: FoldingListSource, CursorListSource, EventListSource {
  private(set) var names: [String] = []
  private(set) var graphs: [String] = []
  /// The heads of the requests. The key is the name of the request. Heads are read after the names.
  private(set) var heads: [String: RequestHead] = [:]
  /// The number of changes of the names and heads.
  private(set) var edition = 0
  /// The newest known job of each request. Only jobs that the queue has received are known.
  private(set) var jobs: [String: Job] = [:]
  /// The closed folders.
  private var folded: Set<String> = []
  /// A request or folder that is new or has a new name. The cursor moves to its row when it is
  /// listed.
  private var wanted: ListRow.Value?
  /// All folders on disk. `emptyFolders` has those without requests.
  private var folders: [String] = []
  private var emptyFolders: [String] = []
  private var marked: Set<String> = []

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
    case nil: [.new, .close]
    case .graph: [.choose, .edit, .filter, .close]
    case .folder: [.choose, .new, .rename, .move, .delete, .duplicate, .filter, .close]
    default:
      marked.isEmpty
        ? [.choose, .send, .fold, .filter, .rename, .move, .delete, .duplicate, .queue, .close]
        : [.send, .queue, .fold, .move, .delete, .duplicate, .close]
    }
  }

  func hint(of command: ListCommand, on row: ListRow?) -> String? {
    switch (command, row?.value) {
    case (.choose, .request): "open"
    case (.choose, .graph): "queue"
    case (.edit, .graph): "edit"
    case (.fold, .request(let name)): marked.contains(name) ? "unmark" : "mark"
    case (.new, _): "new folder"
    case (.send, _): "send"
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
    let item: SavedItem? =
      switch row?.value {
      case .request(let name): .request(name)
      case .folder(let path, _): .folder(path)
      default: nil
      }
    if command == .new { return [.ask(Prompt(NewFolderPrompt()))] }
    if case .graph(let name) = row?.value, command == .send || command == .queue {
      return [.graphs(.run(name))]
    }
    if case .graph(let name) = row?.value, command == .edit { return [.graphs(.open(name))] }
    guard let item else { return refuse(command) }
    let items = marked.isEmpty ? [item] : names.filter(marked.contains).map(SavedItem.request)
    switch command {
    case .rename: return [.ask(Prompt(RenamePrompt(item: item), text: item.path))]
    case .move: return [.ask(Prompt(MovePrompt(items: items), selecting: items[0].parent))]
    case .duplicate:
      marked = []
      return [.requests(.duplicate(items))]
    case .delete: return delete(items)
    case .send: return send(items, .immediate)
    case .queue: return send(items, .queued)
    default: return refuse(command)
    }
  }

  /// Deletes a single request without a question, because the deletion can be undone. Asks before
  /// it deletes several requests or a folder with requests.
  private mutating func delete(_ items: [SavedItem]) -> [Effect] {
    if case .request(let name) = items[0], items.count == 1 {
      // The row is removed before the deletion has ended, so that the next key applies to the next
      // row.
      names.removeAll { $0 == name }
      marked = []
      return [.requests(.delete(items))]
    }
    let count = items.reduce(0) { $0 + requests(of: $1).count }
    guard count > 0 else { return [.requests(.delete(items))] }
    let content = count == 1 ? "1 request" : "\(count) requests"
    let (question, it) =
      items.count == 1
      ? ("Delete \(items.words) with \(content)?", "it") : ("Delete \(items.words)?", "them")
    return [
      .confirm(
        Confirmation(
          question, detail: "Undo is possible until Weir ends.",
          answers: [.init("Keep \(it)"), .init("Delete \(it)", [.requests(.delete(items))])]))
    ]
  }

  private mutating func send(_ items: [SavedItem], _ scheduling: Job.Scheduling) -> [Effect] {
    let names = items.flatMap(requests)
    guard !names.isEmpty else {
      return [.notify(.cannot("Nothing was sent.", "The folder contains no request."))]
    }
    let effect = Effect.sending(.submitSaved(names, scheduling))
    marked = []
    guard case .folder(let path) = items[0], names.count > 1 else { return [effect] }
    let (verb, answer) = scheduling == .immediate ? ("Send", "Send them") : ("Queue", "Queue them")
    return [
      .confirm(
        Confirmation(
          "\(verb) the \(names.count) requests of the folder \(path)?",
          answers: [.init("Send nothing"), .init(answer, [effect])]))
    ]
  }

  /// Returns the requests of an item, also those in folders below it.
  private func requests(of item: SavedItem) -> [String] {
    switch item {
    case .request(let name): [name]
    case .folder(let path): names.filter { $0.begins(with: path + "/") }
    }
  }

  /// The paths of all folders, in natural order.
  var allFolders: [String] {
    Set(folders + allFolders(of: names)).inNaturalOrder()
  }

  /// Removes all marks. Returns false if there are none.
  mutating func unmark() -> Bool {
    defer { marked = [] }
    return !marked.isEmpty
  }

  var hasMarks: Bool { !marked.isEmpty }

  // MARK: Events

  /// Takes the new names of moved requests. The cursor moves to the first one when it is listed.
  mutating func rename(_ moved: MovedRequests) {
    marked = []
    for move in moved.names {
      if let job = jobs.removeValue(forKey: move.item.path) { jobs[move.path] = job }
    }
    for case .folder(let old) in moved.moves.map(\.item) { folded.remove(old) }
    if let first = moved.moves.first?.moved { want(first) }
  }

  /// Moves the cursor to the row of an item as soon as it is listed.
  mutating func want(_ item: SavedItem) {
    wanted = item.row
    reveal(item.path)
  }

  /// Opens the folders that contain a request, so that it has a row.
  mutating func reveal(_ name: String) {
    folded = folded.filter { !name.begins(with: $0 + "/") }
  }

  /// Moves the cursor to the first of the deleted requests that are being restored.
  mutating func follow(_ effects: [Effect]) {
    for case .requests(.restore(let files, let folders)) in effects {
      if let first = files.first.map({ SavedItem.request($0.name) })
        ?? folders.first.map(SavedItem.folder)
      {
        want(first)
      }
    }
  }

  mutating func receive(_ event: RequestsEvent, _ visibility: ListVisibility) -> [Effect] {
    switch event {
    case .names(let names): take(names)
    case .heads(let heads):
      self.heads = heads
      edition += 1
    case .graphs(let graphs):
      self.graphs = graphs
      edition += 1
    case .copied(let items, let copies):
      if let first = copies.first { want(first) }
      let what =
        copies.count == 1
        ? "\(copies[0].path) is a copy of \(items.words)." : "\(copies.count) requests were copied."
      return [
        .remember(UndoStep("Duplicating \(items.words)", [.requests(.delete(copies))])),
        .notify(Notice(.info, what, whatToDo: "\(key: .app(.undo)) undoes it.")),
      ]
    case .folders(let folders):
      self.folders = folders
      findEmptyFolders()
    }
    return []
  }

  mutating func take(_ names: [String]) {
    self.names = names
    edition += 1
    marked.formIntersection(names)
    findEmptyFolders()
  }

  /// Returns the new row of the cursor. The cursor stays on its request, even if the request was
  /// renamed.
  mutating func cursor(_ row: Int, among before: [ListRow], now after: [ListRow]) -> Int {
    if let wanted, let row = after.firstIndex(where: { $0.value == wanted }) {
      self.wanted = nil
      return row
    }
    let value = before.indices.contains(row) ? before[row].value : nil
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

  private mutating func findEmptyFolders() {
    let used = Set(allFolders(of: names))
    emptyFolders = folders.filter { !used.contains($0) }
  }

  private func allFolders(of names: [String]) -> [String] {
    names.flatMap { name in
      name.indices.filter { name[$0] == "/" }.map { String(name[..<$0]) }
    }
  }

  private func row(of name: String, title: String, _ current: String?) -> ListRow {
    ListRow(
      value: .request(name), title: title, isCurrent: name == current,
      isMarked: marked.contains(name), method: heads[name]?.method, last: jobs[name])
  }

  // MARK: Folders

  /// Returns the folders and requests. The content of closed folders is left out.
  private func tree(_ current: String?) -> [ListRow] {
    var rows: [ListRow] = []
    var open: [String] = []
    // The path of a folder without requests ends in a slash.
    let empty = emptyFolders.map { $0 + "/" }
    for name in empty.isEmpty ? names : (names + empty).inNaturalOrder() {
      let parts = name.pieces(at: "/").map(String.init)
      let folders = (1..<max(1, parts.count)).map { parts.prefix($0).joined(separator: "/") }
      for (depth, folder) in folders.enumerated() where !open.contains(folder) {
        guard !isHidden(folder) else { break }
        rows.append(row(of: folder, depth: depth))
      }
      open = folders
      guard !isHidden(name), parts.last?.isEmpty == false else { continue }
      rows.append(
        row(of: name, title: indent(folders.count) + (parts.last ?? name), current))
    }
    return rows
  }

  private func row(of folder: String, depth: Int) -> ListRow {
    let fold = folded.contains(folder) ? ListRow.Fold.closed : .open
    // Requests are counted only for the rows that show the number.
    let isCounted = fold == .closed || emptyFolders.contains(folder)
    let count = isCounted ? names.count { $0.begins(with: folder + "/") } : 0
    let name = folder.words(at: "/").last ?? ""
    return ListRow(
      value: .folder(folder, fold),
      title: indent(depth) + (fold == .open ? "▾ " : "▸ ") + name + "/",
      detail: !isCounted ? "" : count == 1 ? "1 request" : "\(count) requests")
  }

  /// Returns whether a folder that contains the name is closed.
  private func isHidden(_ name: String) -> Bool {
    folded.contains { name.begins(with: $0 + "/") }
  }

  private func indent(_ depth: Int) -> String { String(repeating: "  ", count: depth) }

  mutating func fold(_ step: FolderStep, in list: inout ListModel, _ rows: [ListRow]) {
    guard rows.indices.contains(list.list.selected) else { return }
    let selected = list.list.selected
    if case (.request(let name), .toggle) = (rows[selected].value, step) {
      marked.formSymmetricDifference([name])
      return
    }
    guard list.filter.isEmpty else { return }
    switch (rows[selected].value, step) {
    case (.folder(let folder, .closed), .toggle), (.folder(let folder, .closed), .open):
      folded.remove(folder)
    case (.folder(let folder, .open), .toggle), (.folder(let folder, .open), .close):
      folded.insert(folder)
    case (.folder(_, .open), .open): list.select(selected + 1, among: rows.count)
    case (.folder(let name, .closed), .close), (.request(let name), .close):
      select(parent(of: name), in: &list, rows)
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
