import ClientDocuments
import ReadingValues

/// The text of a table: its rows, or the names and values of one record.
struct TableText {
  let source: ByteSource

  func window(
    _ range: Range<Int>, of table: SortedTable
  ) throws(DocumentError) -> RowWindow {
    let head = try head(of: table)
    let rows = try table.records(in: range).map { record throws(DocumentError) in
      DocumentRow.table(
        TableRow(
          number: table.number(of: record), cells: try cells(of: record),
          isRagged: record.fields.count != head.titles.count))
    }
    var window = RowWindow(offset: range.lowerBound, rows: rows, total: table.count)
    window.table = head
    return window
  }

  /// The maximum number of bytes of a cell that are shown.
  private static let longestCell = 256

  private func cells(of record: TableDocument.Record) throws(DocumentError) -> [TableRow.Cell] {
    try record.fields.map { range throws(DocumentError) in
      let cut = range.lowerBound..<min(range.upperBound, range.lowerBound + Self.longestCell)
      let field = TableField.decoded(try source.bytes(in: cut))
      return TableRow.Cell(
        String(decoding: cut == range ? field : UTF8Cut.complete(field), as: UTF8.self),
        isNumber: TableField.number(field) != nil,
        isCut: cut != range)
    }
  }

  func head(of table: SortedTable) throws(DocumentError) -> TableHead {
    var titles: [String] = []
    if let header = try table.header() {
      titles = try cells(of: header).map(\.text)
    } else if let first = try table.records(in: 0..<1).first {
      titles = (1...max(1, first.fields.count)).map(String.init)
    }
    let order = table.order.map { order in
      TableHead.Order(
        column: order.column,
        direction: order.direction == .ascending ? .ascending : .descending)
    }
    return TableHead(
      titles: titles, order: order,
      obstacle: table.canBeSorted
        ? nil
        : table.table.left > 0
          ? "It is still being read."
          : "It has more than \(SortedTable.mostSorted) rows or \(SortedTable.longestSorted >> 20) MiB."
    )
  }

  // MARK: Records

  /// The maximum number of bytes of a field that are shown.
  private static let longestField = 2_048

  func window(
    _ wanted: Range<Int>, of list: TableRecord
  ) throws(DocumentError) -> RowWindow {
    let table = list.table
    let titles = try head(of: table).titles
    guard let record = try list.record else { return RowWindow() }
    let range = wanted.clamped(to: 0..<list.count)
    let rows = try range.map { place throws(DocumentError) in
      guard place > 0 else {
        let words = "row \(table.number(of: record)) of \(table.count)"
        return DocumentRow.outline(OutlineRow(depth: 0, pieces: [.init(words, .muted)]))
      }
      return .outline(try self.row(of: place - 1, in: record, titles))
    }
    return RowWindow(offset: range.lowerBound, rows: rows, total: list.count)
  }

  /// Returns the rows of the list as lines of text, so that a search covers exactly the displayed
  /// text.
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
}

extension SortedTable {
  /// Returns the row number shown to the left of a record.
  func number(of record: TableDocument.Record) -> Int {
    record.number + (dialect.hasHeader ? 0 : 1)
  }
}
