import ClientModel

/// A saved request or a folder of saved requests, by its path below `requests`.
package enum SavedItem: Hashable, Sendable {
  case request(String)
  case folder(String)

  package var path: String {
    switch self {
    case .request(let path), .folder(let path): path
    }
  }

  /// The last part of the path.
  package var name: String { path.words(at: "/").last.map(String.init) ?? path }

  /// The value of the item's row. A folder is open.
  var row: ListRow.Value {
    switch self {
    case .request(let name): .request(name)
    case .folder(let path): .folder(path, .open)
    }
  }

  /// The folder that contains the item. Empty at the top level.
  package var parent: String { path.lastIndex(ofByte: "/").map { String(path[..<$0]) } ?? "" }
}

/// A new path for a saved request or a folder.
package struct SavedMove: Hashable, Sendable {
  package let item: SavedItem
  package let path: String

  package init(_ item: SavedItem, to path: String) { (self.item, self.path) = (item, path) }

  /// The item under its new path.
  var moved: SavedItem {
    switch item {
    case .request: .request(path)
    case .folder: .folder(path)
    }
  }

  /// The move that undoes this one.
  var reversed: SavedMove { SavedMove(moved, to: item.path) }
}

/// The file of a deleted request.
package struct DeletedRequest: Hashable, Sendable {
  package let name: String
  package let file: [UInt8]

  package init(_ name: String, file: [UInt8]) { (self.name, self.file) = (name, file) }
}

extension [SavedItem] {
  /// The items as the object of a sentence.
  var words: String {
    switch (count, first) {
    case (1, .folder(let path)): "the folder \(path)"
    case (1, let item?): item.path
    default: "\(count) requests"
    }
  }

  /// The items and the verb of a sentence about them.
  var subject: String {
    switch (count, first) {
    case (1, .folder(let path)): "The folder \(path) was"
    case (1, let item?): "\(item.path) was"
    default: "\(count) requests were"
    }
  }
}

/// A completed move of saved requests and folders.
package struct MovedRequests: Hashable, Sendable {
  let moves: [SavedMove]
  /// The old and the new name of each request, also of those in moved folders.
  package let names: [SavedMove]
  /// The graphs that refer to a moved request and now use its new name.
  let graphs: [String]
  /// The graphs that still use an old name.
  let outdated: [String]

  package init(
    _ moves: [SavedMove], names: [SavedMove], graphs: [String] = [], outdated: [String] = []
  ) {
    (self.moves, self.names, self.graphs, self.outdated) = (moves, names, graphs, outdated)
  }

  /// The effects that report the move and store its undo step.
  var effects: [Effect] {
    let items = moves.map(\.item)
    let target =
      moves.count == 1 ? moves[0].path : moves.first.map { SavedItem.folder($0.path).parent }
    let place = target.map { $0.isEmpty ? "the top" : $0 } ?? ""
    let verb = moves.count == 1 ? "is now" : "are now in"
    let subject = moves.count == 1 ? items.words : "\(moves.count) requests"
    let undo = UndoStep("Moving \(items.words)", [.requests(.moveBack(moves.map(\.reversed)))])
    guard outdated.isEmpty else {
      return [
        .remember(undo),
        .notify(
          Notice(
            .warning, "\(subject) \(verb) \(place).",
            why: "These graphs still use the old name: \(outdated.joined(separator: ", ")).",
            whatToDo: "Edit them, or undo with \(key: .app(.undo)).")),
      ]
    }
    let updated =
      graphs.isEmpty
      ? "" : "Updated \(graphs.count == 1 ? "graph" : "graphs"): \(graphs.joined(separator: ", "))."
    return [
      .remember(undo),
      .notify(
        Notice(
          .info, "\(subject) \(verb) \(place).", why: updated,
          whatToDo: "\(key: .app(.undo)) undoes it.")),
    ]
  }
}
