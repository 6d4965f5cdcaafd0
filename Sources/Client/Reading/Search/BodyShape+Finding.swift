import ClientDocuments
import ReadingValues

/// Where the rows of an outline or a table stand in the body: see `SearchSpace`.
extension BodyShape {
  /// The node or record that the byte is in; nil for closing tags and what no row shows.
  func name(at offset: Int) throws(DocumentError) -> Int? {
    switch self {
    // The first record is not a row where it is the columns' names.
    case .table(let table):
      return try table.table.record(at: offset).flatMap {
        table.row(ofRecord: $0) == nil ? nil : $0
      }
    // The rows of a list are searched as lines: the names in them stand elsewhere.
    case .record: return nil
    case .outline(let rows, _):
      let nodes = rows.outline.nodes
      guard let node = rows.outline.node(at: offset), nodes[node].span.contains(offset) else {
        return nil
      }
      // Behind what is in an element stands its closing tag.
      if nodes[node].children > 0, offset >= nodes[node + 1].span.lowerBound { return nil }
      if nodes[node].kind == .leaf, offset >= nodes[node].value.upperBound { return nil }
      return node
    }
  }

  /// Whether the byte is of what names a row: an element's or a field's name. Those of tables have none.
  func isKey(at offset: Int) -> Bool {
    guard case .outline(let rows, _) = self, let node = rows.outline.node(at: offset) else {
      return false
    }
    return rows.outline.nodes[node].label.contains(offset)
  }

  func name(ofRow row: Int) -> Int? {
    switch self {
    case .table(let table): table.record(ofRow: row)
    case .record: nil
    case .outline(let rows, _): rows.node(ofRow: row)
    }
  }

  /// Where a row begins; nil behind the last.
  func offset(ofRow row: Int) throws(DocumentError) -> Int? {
    switch self {
    case .table(let table): return try table.records(in: row..<row + 1).first?.span.lowerBound
    case .record: return nil
    case .outline(let rows, _):
      return rows.node(ofRow: row).map { rows.outline.nodes[$0].span.lowerBound }
    }
  }
}
