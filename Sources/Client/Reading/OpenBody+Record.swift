import ClientDocuments
import ReadingValues

/// One record of a table as a list: a name and a value in each row, below a row with the record's number.
extension OpenBody {
  /// The maximum number of bytes of a field that are shown.
  private static let longestField = 2_048

  /// Shows the row as a list, or the table again.
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
    case .outline, nil: update.outcome = .nothing("This body is not a table.")
    }
  }

  func window(
    _ wanted: Range<Int>, of list: TableRecord
  ) throws(DocumentError) -> RowWindow {
    let table = list.table
    let titles = try head(of: table).titles
    guard let record = try list.record else { return RowWindow() }
    let range = wanted.clamped(to: 0..<list.count)
    let rows = try range.map { place throws(DocumentError) in
      guard place > 0 else {
        let words = "row \(number(of: record, table)) of \(table.count)"
        return DocumentRow.outline(OutlineRow(depth: 0, pieces: [.init(words, .muted)]))
      }
      return .outline(try self.row(of: place - 1, in: record, titles))
    }
    return RowWindow(offset: range.lowerBound, rows: rows, total: list.count)
  }

  /// The rows of the list as the lines of a text: what is shown is what is searched.
  func text(of list: TableRecord) throws(DocumentError) -> TextDocument {
    var text: [UInt8] = []
    for row in try window(0..<list.count, of: list).rows {
      guard case .outline(let row) = row else { continue }
      text += row.pieces.flatMap(\.text.utf8).map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
      text.append(0x0A)
    }
    return try TextDocument(indexing: ByteSource(text))
  }

  private func row(
    of column: Int, in record: TableDocument.Record, _ titles: [String]
  ) throws(DocumentError) -> OutlineRow {
    let isNamed = column < titles.count
    let name = OutlineRow.Piece(
      isNamed ? titles[column] : "field \(column + 1)", isNamed ? .name : .fault)
    guard column < record.fields.count else {
      return OutlineRow(depth: 0, pieces: [name, .init(": ", .mark), .init("missing", .fault)])
    }
    let field = record.fields[column]
    let cut = field.lowerBound..<min(field.upperBound, field.lowerBound + Self.longestField)
    let bytes = TableField.decoded(try source.bytes(in: cut))
    let text = String(decoding: cut == field ? bytes : UTF8Cut.complete(bytes), as: UTF8.self)
    let tone: OutlineRow.Tone = TableField.number(bytes) == nil ? .text : .number
    return OutlineRow(
      depth: 0, pieces: [name, .init(": ", .mark), .init(text, tone)], isCut: cut != field)
  }

  /// The number that stands at the left of a record in the table.
  func number(of record: TableDocument.Record, _ table: SortedTable) -> Int {
    record.number + (table.dialect.hasHeader ? 0 : 1)
  }

  // MARK: Keys

  mutating func fold(
    _ folding: DocumentRequest.Folding, of list: TableRecord, _ update: inout DocumentUpdate
  ) {
    switch folding {
    case .close, .toggle, .closeAll:
      finding.end()
      shape = .table(list.table)
      update.row = list.row
    case .open, .openAll, .toDepth, .openSiblings, .closeSiblings:
      update.outcome = .nothing("A field holds nothing to unfold.")
    }
  }

  /// Moves to another record, at the same field, or back to the table.
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
      update.outcome = .nothing("A field holds nothing.")
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
    let titles = try head(of: list.table).titles
    switch part {
    case .row, .body: try copy(source, record.span, .row, &update)
    case .value where record.fields.indices.contains(column):
      try copy(source, record.fields[column], part, &update)
    case .key where titles.indices.contains(column): update.outcome = .copied(titles[column], part)
    case .path where column >= 0:
      update.outcome = .copied("cell=\(number(of: record, list.table)),\(column + 1)", part)
    case .value, .key, .path: update.outcome = .nothing("This row has no such field.")
    case .query, .parentKey: update.outcome = .nothing("Only JSON has jq paths and parent keys.")
    }
  }
}
