import ClientDocuments
import ReadingValues

/// Functions for rows, folding and copying of outlines and tables.
extension OpenBody {
  func window(_ wanted: Range<Int>, _ shape: BodyShape) throws(DocumentError) -> RowWindow {
    let range = wanted.clamped(to: 0..<shape.count)
    switch shape {
    case .outline(let rows, _):
      let text = OutlineText(rows.outline, in: source)
      var ways = OutlinePaths(rows.outline, in: source)
      var result: [DocumentRow] = []
      for row in range {
        guard let number = rows.node(ofRow: row) else { continue }
        let fold = rows.isOpen(number) ? FoldedOutline.Fold.open : .closed
        result.append(.outline(try OutlineRow(number, of: rows.outline, fold, text, &ways)))
      }
      return RowWindow(offset: range.lowerBound, rows: result, total: rows.count)
    case .events(let events): return try window(wanted, events)
    case .table(let table):
      return try TableText(source: source).window(range, of: table)
    case .record(let list): return try TableText(source: source).window(wanted, of: list)
    }
  }

  // MARK: Outlines

  mutating func fold(
    _ folding: DocumentRequest.Folding, _ row: Int, of shape: BodyShape,
    _ update: inout DocumentUpdate
  ) throws(DocumentError) {
    if case .record(let list) = shape { return fold(folding, of: list, &update) }
    if case .events(let events) = shape { return try fold(folding, row, of: events, &update) }
    guard case .outline(var rows, let form) = shape, let node = rows.node(ofRow: row) else {
      update.outcome = .nothing("This body has no tree to fold.")
      return
    }
    let isContainer = rows.outline.nodes[node].children > 0
    var selected = node
    switch folding {
    case .toggle, .open:
      guard isContainer else {
        update.outcome = .nothing("This row has no children to expand.")
        return
      }
      if !rows.isOpen(node) {
        rows.setOpen(node, true)
      } else if folding == .toggle {
        rows.setOpen(node, false)
      } else {
        selected = node + 1
      }
    case .close:
      if rows.isOpen(node) {
        rows.setOpen(node, false)
      } else if rows.outline.nodes[node].parent >= 0 {
        selected = rows.outline.nodes[node].parent
      } else {
        update.outcome = .nothing("This is the outermost value.")
      }
    case .openAll: rows.openAll()
    case .openSiblings: rows.setSiblings(of: node, .open)
    case .closeSiblings: rows.setSiblings(of: node, .closed)
    case .closeAll:
      // A single root stays open, because closing it would hide the complete body.
      rows.open(toDepth: rows.outline.children(of: nil).count == 1 ? 1 : 0)
    case .toDepth(let depth): rows.open(toDepth: depth)
    }
    self.shape = .outline(rows, form)
    update.row = rows.row(of: selected)
  }

  func copy(
    _ part: DocumentRequest.Part, _ row: Int, of shape: BodyShape, _ update: inout DocumentUpdate
  ) throws(DocumentError) {
    switch shape {
    case .outline(let rows, _):
      guard let node = rows.node(ofRow: row) else { return }
      try copy(part, node, of: rows.outline, OutlineText(rows.outline, in: source), &update)
    case .events(let events):
      guard let row = try events.row(at: row) else { return }
      try copy(part, row.node, of: row.outline, events.text(of: row), &update)
    case .table(let table):
      guard part == .row, let record = try table.records(in: row..<row + 1).first else {
        update.outcome = .nothing("This cannot be copied from a table.")
        return
      }
      try copy(source, record.span, part, &update)
    case .record(let list): try copy(part, row, of: list, &update)
    }
  }

  private func copy(
    _ part: DocumentRequest.Part, _ node: Int, of outline: Outline, _ text: OutlineText,
    _ update: inout DocumentUpdate
  ) throws(DocumentError) {
    switch part {
    case .value
    where outline.joinsLines
      && text.valueRange(of: node).count <= DocumentController.largestCopy:
      update.outcome = .copied(String(decoding: try text.value(of: node), as: UTF8.self), part)
    case .value, .body: try copy(source, text.valueRange(of: node), part, &update)
    case .row: try copy(source, outline.nodes[node].span, part, &update)
    case .key:
      let name = try text.name(of: node)
      update.outcome = name.map { .copied($0, part) } ?? .nothing("This row has no name.")
    case .parentKey:
      let parent = outline.nodes[node].parent
      let name = parent < 0 ? nil : try text.name(of: parent)
      update.outcome =
        name.map { .copied($0, part) } ?? .nothing("The parent of this row has no name.")
    case .path:
      let path = try text.path(to: node)
      update.outcome =
        path.map { .copied($0, part) } ?? .nothing("XPath cannot select declarations.")
    case .query: update.outcome = .nothing("Only JSON has jq paths.")
    }
  }

  // MARK: Tables

  mutating func perform(
    _ action: DocumentRequest.TableAction, _ row: Int, _ update: inout DocumentUpdate
  ) throws(DocumentError) {
    if case .record(let column) = action { return try turnRecord(row, column: column, &update) }
    guard case .table(var table) = shape else {
      update.outcome = .nothing("This body is not a table.")
      return
    }
    switch action {
    case .record: break
    case .sort(let column):
      // A selection of the first row stays there after sorting. Any other selection follows its
      // record.
      let record = row == 0 ? nil : table.record(ofRow: row)
      try table.sort(by: table.nextOrder(of: column))
      shape = .table(table)
      finding.end()
      update.row = record.flatMap { table.row(ofRecord: $0) } ?? 0
    case .copyCell(let column):
      guard let record = try table.records(in: row..<row + 1).first,
        column < record.fields.count
      else {
        update.outcome = .nothing("This row has no such column.")
        return
      }
      try copy(source, record.fields[column], .value, &update)
    case .copyName(let column):
      let titles = try TableText(source: source).head(of: table).titles
      guard titles.indices.contains(column) else { return }
      update.outcome = .copied(titles[column], .key)
    case .copyPlace(let column):
      guard let record = try table.records(in: row..<row + 1).first else { return }
      // The row number is the one at the left, which does not count the header row.
      update.outcome = .copied("cell=\(table.number(of: record)),\(column + 1)", .path)
    }
  }

  // MARK: Records

  /// Shows a row of the table as a list, or shows the table again if a list is displayed.
  mutating func turnRecord(
    _ row: Int, column: Int, _ update: inout DocumentUpdate
  ) throws(DocumentError) {
    // The search applies to the previous rows, so it ends.
    finding.end()
    switch shape {
    case .table(let table):
      guard row < table.count else {
        update.outcome = .nothing("This table has no rows.")
        return
      }
      shape = .record(try TableRecord(table, row: row))
      update.row = column + 1
    case .record(let list):
      shape = .table(list.table)
      update.row = list.row
    case .outline, .events, nil: update.outcome = .nothing("This body is not a table.")
    }
  }

  mutating func fold(
    _ folding: DocumentRequest.Folding, of list: TableRecord, _ update: inout DocumentUpdate
  ) {
    switch folding {
    case .close, .toggle, .closeAll:
      finding.end()
      shape = .table(list.table)
      update.row = list.row
    case .open, .openAll, .toDepth, .openSiblings, .closeSiblings:
      update.outcome = .nothing("A field has no children to expand.")
    }
  }

  /// Moves to the same field of another record. A step to the parent shows the table again.
  mutating func go(
    _ step: DocumentRequest.Step, _ selected: Int, of list: TableRecord,
    _ update: inout DocumentUpdate
  ) throws(DocumentError) {
    let next: Int
    switch step {
    case .nextSibling: next = list.row + 1
    case .previousSibling: next = list.row - 1
    case .firstSibling: next = 0
    case .lastSibling: next = list.table.count - 1
    case .parent:
      finding.end()
      shape = .table(list.table)
      update.row = list.row
      return
    case .firstChild, .lastChild:
      update.outcome = .nothing("A field has no children.")
      return
    }
    guard (0..<list.table.count).contains(next) else {
      update.outcome = .nothing(next < 0 ? "This is the first row." : "This is the last row.")
      return
    }
    finding.end()
    shape = .record(try TableRecord(list.table, row: next))
    update.row = selected
  }

  func copy(
    _ part: DocumentRequest.Part, _ selected: Int, of list: TableRecord,
    _ update: inout DocumentUpdate
  ) throws(DocumentError) {
    guard let record = try list.record else { return }
    let column = selected - 1
    let titles = try TableText(source: source).head(of: list.table).titles
    switch part {
    case .row, .body: try copy(source, record.span, .row, &update)
    case .value where record.fields.indices.contains(column):
      try copy(source, record.fields[column], part, &update)
    case .key where titles.indices.contains(column): update.outcome = .copied(titles[column], part)
    case .path where column >= 0:
      update.outcome = .copied("cell=\(list.table.number(of: record)),\(column + 1)", part)
    case .value, .key, .path: update.outcome = .nothing("This row has no such field.")
    case .query, .parentKey: update.outcome = .nothing("Only JSON has jq paths and parent keys.")
    }
  }
}

extension OutlineRow {
  init(
    _ number: Int, of outline: Outline, _ fold: FoldedOutline.Fold, _ text: OutlineText,
    _ ways: inout OutlinePaths
  ) throws(DocumentError) {
    let node = outline.nodes[number]
    let (pieces, isCut) = try text.pieces(of: number)
    self.init(
      depth: node.depth, pieces: pieces.map(Piece.init), isCut: isCut, children: node.children,
      isOpen: fold == .open)
    path = try ways.steps(to: number, first: TreeRows.mostFirst, last: TreeRows.mostLast)
  }
}

extension OutlineRow.Piece {
  fileprivate init(_ piece: OutlineText.Piece) {
    let tone: OutlineRow.Tone =
      switch piece.tone {
      case .mark: .mark
      case .name: .name
      case .attributes: .attributes
      case .text: .text
      case .muted: .muted
      case .fault: .fault
      case .number: .number
      }
    self.init(piece.text, tone)
  }
}
