import ClientModel

/// Saved requests in their folders, which open and close.
extension AppModel {
  /// All requests by their whole names: what a filter looks through.
  var nameRows: [ListRow] {
    requestNames.map {
      ListRow(value: .request($0), title: $0, isCurrent: $0 == composer.name)
    }
  }

  /// Folders and requests as a tree, without what closed folders hold.
  var folderRows: [ListRow] {
    var rows: [ListRow] = []
    var open: [String] = []
    for name in requestNames {
      let parts = name.words(at: "/").map(String.init)
      let folders = (1..<max(1, parts.count)).map { parts.prefix($0).joined(separator: "/") }
      for (depth, folder) in folders.enumerated() where !open.contains(folder) {
        guard !isHidden(folder) else { break }
        rows.append(row(of: folder, depth: depth))
      }
      open = folders
      guard !isHidden(name) else { continue }
      rows.append(
        ListRow(
          value: .request(name), title: indent(folders.count) + (parts.last ?? name),
          isCurrent: name == composer.name))
    }
    return rows
  }

  /// The graphs after the requests.
  var graphRows: [ListRow] {
    graphNames.map { ListRow(value: .graph($0), title: $0, detail: "graph: choose it to run it") }
  }

  /// Takes the names anew. The browser's cursor stays on its row, and follows a request to its new
  /// name.
  mutating func list(requests names: [String]) {
    defer { renamed = nil }
    guard case .list(var list) = overlays.last, list.kind == .requests else {
      requestNames = names
      return
    }
    let before = rows(of: list)
    let selected = list.list.selected
    var wanted = before.indices.contains(selected) ? before[selected].value : nil
    requestNames = names
    if let renamed, names.contains(renamed) {
      wanted = .request(renamed)
      foldedFolders = foldedFolders.filter { !renamed.begins(with: $0 + "/") }
    }
    let after = rows(of: list)
    list.select(after.firstIndex { $0.value == wanted } ?? selected, among: after.count)
    overlays[overlays.count - 1] = .list(list)
  }

  private func row(of folder: String, depth: Int) -> ListRow {
    let fold = foldedFolders.contains(folder) ? ListRow.Fold.closed : .open
    let count = requestNames.count { $0.begins(with: folder + "/") }
    let name = folder.words(at: "/").last ?? ""
    return ListRow(
      value: .folder(folder, fold),
      title: indent(depth) + (fold == .open ? "▾ " : "▸ ") + name + "/",
      detail: fold == .open ? "" : count == 1 ? "1 request" : "\(count) requests")
  }

  /// True when a folder above it is closed.
  private func isHidden(_ name: String) -> Bool {
    foldedFolders.contains { name.begins(with: $0 + "/") }
  }

  private func indent(_ depth: Int) -> String { String(repeating: "  ", count: depth) }

  /// Opens, closes or leaves the folder of the selected row.
  mutating func fold(_ step: FolderStep, in list: inout ListModel, _ rows: [ListRow]) {
    if list.kind == .catalogs { return foldCatalogs(step, in: &list, rows) }
    guard list.kind == .requests, list.filter.isEmpty, rows.indices.contains(list.list.selected)
    else { return }
    let selected = list.list.selected
    switch (rows[selected].value, step) {
    case (.folder(let folder, .closed), .toggle), (.folder(let folder, .closed), .open):
      foldedFolders.remove(folder)
    case (.folder(let folder, .open), .toggle), (.folder(let folder, .open), .close):
      foldedFolders.insert(folder)
    case (.folder(_, .open), .open): list.select(selected + 1, among: rows.count)
    case (.folder(let name, .closed), .close), (.request(let name), .close):
      select(parent(of: name), in: &list, rows)
    case (.request(let name), .toggle):
      guard let folder = parent(of: name) else { return }
      select(folder, in: &list, rows)
      foldedFolders.insert(folder)
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

/// A step through the folders of saved requests.
enum FolderStep {
  case toggle
  /// Opens a closed folder; of an open one it goes to what is in it.
  case open
  /// Closes an open folder; of anything else it goes to the folder around it.
  case close
}

extension ListRow {
  /// Whether choosing the row does more than fold.
  var isChoice: Bool {
    switch value {
    case .heading, .folder, .catalog: false
    default: true
    }
  }
}
