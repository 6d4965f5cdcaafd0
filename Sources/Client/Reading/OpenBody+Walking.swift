import ClientDocuments
import ReadingValues

/// Functions for folding, navigation and copying in a tree.
extension OpenBody {
  mutating func fold(
    _ folding: DocumentRequest.Folding, _ number: Int, _ update: inout DocumentUpdate
  ) throws(DocumentError) {
    if let shape { return try fold(folding, number, of: shape, &update) }
    guard var rows = tree, let row = try treeRow(number) else {
      update.outcome = .nothing("This body has no tree to fold.")
      return
    }
    switch folding {
    case .toggle:
      try rows.toggle(row)
      tree = rows
    case .open:
      guard row.node.isContainer else {
        update.outcome = .nothing("This value has no children to expand.")
        return
      }
      if row.isOpen {
        update.row = number + 1
      } else {
        try rows.open(row.node)
        tree = rows
      }
    case .close:
      if row.isOpen {
        try rows.close(row.node)
        tree = rows
      } else if let parent = try rows.parentRow(of: row.node) {
        update.row = parent
      } else {
        update.outcome = .nothing("This is the outermost value.")
      }
    case .openAll:
      try refold(row.node, &update) { rows throws(DocumentError) in try rows.openAll() }
    case .closeAll:
      try refold(row.node, &update) { rows throws(DocumentError) in
        try rows.closeAll()
        // A single root stays open, because closing it would hide the complete body.
        if rows.count == 1, let only = try rows.rows(in: 0..<1, previewLength: 0).first {
          try rows.open(only.node)
        }
      }
    case .openSiblings:
      var isDone = true
      try refold(row.node, &update) { rows throws(DocumentError) in
        isDone = try rows.openSiblings(of: row.node)
      }
      if !isDone {
        update.outcome = .nothing("There are too many siblings. Expand them one by one.")
      }
    case .closeSiblings:
      try refold(row.node, &update) { rows throws(DocumentError) in
        try rows.closeSiblings(of: row.node)
      }
    case .toDepth(let depth):
      try refold(row.node, &update) { rows throws(DocumentError) in try rows.open(toDepth: depth) }
    }
  }

  private mutating func refold(
    _ node: JSONNode, _ update: inout DocumentUpdate,
    _ change: (inout FoldedRows) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    guard var rows = tree else { return }
    try change(&rows)
    tree = rows
    update.row = try rows.nearestRow(to: node) ?? 0
  }

  mutating func go(
    _ step: DocumentRequest.Step, _ number: Int, _ update: inout DocumentUpdate
  ) throws(DocumentError) {
    if case .record(let list)? = shape { return try go(step, number, of: list, &update) }
    if case .events(let events)? = shape { return try go(step, number, of: events, &update) }
    if case .outline(var rows, let form)? = shape, let node = rows.node(ofRow: number) {
      update.row = rows.row(after: step, from: node)
      shape = .outline(rows, form)
    } else if shape == nil, var rows = tree, let node = try node(at: number) {
      update.row = try rows.row(after: step, from: node)
      if update.row != nil { tree = rows }
    } else {
      update.outcome = .nothing("This body has no tree to navigate.")
      return
    }
    if update.row == nil { update.outcome = .nothing(step.obstacle) }
  }

  /// Selects the value at a path. If that value does not exist, selects the last existing value on
  /// the path.
  mutating func follow(_ text: String, _ update: inout DocumentUpdate) throws(DocumentError) {
    guard var rows = tree else {
      update.outcome = .nothing("Only JSON has paths, and this body is not JSON.")
      return
    }
    guard let path = ValuePath(text) else {
      update.outcome = .nothing("\"\(text)\" is not a path. Write .a[3].b, $.a or /a/3/b.")
      return
    }
    let reach = try rows.document.follow(path)
    if let node = reach.node, let row = try rows.reveal(node.offset) {
      tree = rows
      update.row = row
    } else if reach.missing == nil {
      update.row = 0
    }
    guard let missing = reach.missing else { return }
    let place = try reach.node.map { node throws(DocumentError) in
      try rows.document.jqPath(to: node)
    }
    let around = place.map { $0 == "." ? "the outermost value" : $0 } ?? "the body"
    let rest = rows.document.isComplete ? "" : " in the part read so far"
    update.outcome = .nothing("There is no \(missing.text) in \(around)\(rest).")
  }

  /// Selects the value at a JSON Pointer. Does nothing if the value does not exist, because the
  /// job's state already reports this.
  mutating func openData(
    at pointer: String, _ update: inout DocumentUpdate
  ) throws(DocumentError) {
    guard kind == .json, var rows = tree else { return }
    let node: JSONNode
    do throws(DocumentError) {
      node = try rows.document.node(at: try JSONPointer(pointer))
    } catch {
      return
    }
    guard let row = try rows.reveal(node.offset) else { return }
    if node.isContainer { try rows.open(node) }
    tree = rows
    update.row = row
  }

  mutating func copy(
    _ part: DocumentRequest.Part, _ number: Int, _ view: DocumentView,
    _ update: inout DocumentUpdate
  ) throws(DocumentError) {
    if part == .body { return try copy(source, 0..<source.count, part, &update) }
    if view == .tree, let shape { return try copy(part, number, of: shape, &update) }
    guard let tree, let row = try view == .tree ? treeRow(number) : nil else {
      guard part == .value, let text = try text(of: view),
        let line = try text.lines(in: number..<number + 1, length: .max / 2).first
      else {
        update.outcome = .nothing("This can be copied only from a value of the tree.")
        return
      }
      let bytes = line.offset..<line.offset + line.bytes.count
      return try copy(text.source, bytes, part, &update)
    }
    let document = tree.document
    switch part {
    case .body: break
    case .row: try copy(document.source, try document.range(of: row.node), part, &update)
    case .value:
      let range = try document.range(of: row.node)
      guard range.count <= DocumentController.largestCopy else {
        return refuse(range.count, &update)
      }
      update.outcome = .copied(try document.copyText(of: row.node), part)
    case .key:
      switch try document.path(of: row.node).last {
      case .key(let key): update.outcome = .copied(key, part)
      case .place(let place): update.outcome = .copied(String(place), part)
      case nil: update.outcome = .nothing("The outermost value has no key.")
      }
    case .parentKey: update.outcome = try document.parentKey(of: row.node)
    case .path: update.outcome = .copied(try document.pointer(to: row.node).text, part)
    case .query: update.outcome = .copied(try document.jqPath(to: row.node), part)
    }
  }

  func copy(
    _ source: ByteSource, _ range: Range<Int>, _ part: DocumentRequest.Part,
    _ update: inout DocumentUpdate
  ) throws(DocumentError) {
    guard range.count <= DocumentController.largestCopy else { return refuse(range.count, &update) }
    guard kind != .binary, kind != .picture else {
      update.outcome = .failed(
        DocumentProblem(
          .warning, "The body was not copied.", why: "It is not text.",
          whatToDo: "Save it to a file."))
      return
    }
    update.outcome = .copied(
      String(decoding: try source.bytes(in: range), as: UTF8.self), part)
  }

  private func refuse(_ length: Int, _ update: inout DocumentUpdate) {
    update.outcome = .failed(
      DocumentProblem(
        .warning, "Nothing was copied.",
        why: "It has \(length) bytes, and terminals accept at most 1 MiB.",
        whatToDo: "Save the body to a file."))
  }
}

extension ValuePath.Part {
  fileprivate var text: String {
    switch self {
    case .key(let key), .either(let key): "\"\(key)\""
    case .place(let place): "[\(place)]"
    }
  }
}
