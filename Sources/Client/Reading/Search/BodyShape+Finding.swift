import ClientDocuments
import ReadingValues

/// Functions that convert between offsets and rows of an outline or table; see `SearchSpace`.
extension BodyShape {
  /// Returns the identifier of the node or record at a byte, or nil if no row shows the byte. A
  /// closing tag is not shown.
  func name(at offset: Int) throws(DocumentError) -> Int? {
    switch self {
    // The header record is not a row.
    case .table(let table):
      return try table.table.record(at: offset).flatMap {
        table.row(ofRecord: $0) == nil ? nil : $0
      }
    // The rows of a record are searched as lines, because the column names are elsewhere in the
    // body.
    case .record: return nil
    case .outline(let rows, _):
      return rows.outline.node(at: offset).flatMap { shown($0, at: offset, in: rows.outline) }
    case .events(let events):
      guard let row = try events.node(at: offset),
        let node = shown(row.node, at: offset, in: row.outline)
      else { return nil }
      return name(of: node, in: row.outline)
    }
  }

  /// Returns the node, or nil if its row does not show the byte.
  private func shown(_ node: Int, at offset: Int, in outline: Outline) -> Int? {
    let nodes = outline.nodes
    guard nodes[node].span.contains(offset) else { return nil }
    // The closing tag is not part of a row.
    if nodes[node].children > 0, offset >= nodes[node + 1].span.lowerBound { return nil }
    if nodes[node].kind == .leaf, offset >= nodes[node].value.upperBound { return nil }
    return node
  }

  /// Returns the identifier of a node in an event stream. An offset would not be unique, because an
  /// event and its first line start at the same byte.
  private func name(of node: Int, in outline: Outline) -> Int {
    outline.nodes[node].span.lowerBound * 2 + (node == 0 ? 0 : 1)
  }

  /// Returns whether the byte is in the name of an element or field. Tables have no such names.
  func isKey(at offset: Int) throws(DocumentError) -> Bool {
    switch self {
    case .outline(let rows, _):
      let node = rows.outline.node(at: offset)
      return node.map { rows.outline.nodes[$0].label.contains(offset) } ?? false
    case .events(let events):
      let row = try events.node(at: offset)
      return row.map { $0.outline.nodes[$0.node].label.contains(offset) } ?? false
    case .table, .record: return false
    }
  }

  func name(ofRow row: Int) throws(DocumentError) -> Int? {
    switch self {
    case .events(let events): try events.row(at: row).map { name(of: $0.node, in: $0.outline) }
    case .table(let table): table.record(ofRow: row)
    case .record: nil
    case .outline(let rows, _): rows.node(ofRow: row)
    }
  }

  /// Returns the offset of a row, or nil after the last row.
  func offset(ofRow row: Int) throws(DocumentError) -> Int? {
    switch self {
    case .table(let table): return try table.records(in: row..<row + 1).first?.span.lowerBound
    case .record: return nil
    case .events(let events):
      return try events.row(at: row).map { $0.outline.nodes[$0.node].span.lowerBound }
    case .outline(let rows, _):
      return rows.node(ofRow: row).map { rows.outline.nodes[$0].span.lowerBound }
    }
  }
}
