import ClientDocuments
import ReadingValues

/// One row of a table as a list of its fields.
struct TableRecord: Sendable {
  var table: SortedTable
  let row: Int
  /// The number of lines: one for the row's number, and one for each field or column, whichever are
  /// more.
  let count: Int

  init(_ table: SortedTable, row: Int) throws(DocumentError) {
    (self.table, self.row) = (table, row)
    let fields = try table.records(in: row..<row + 1).first?.fields.count ?? 0
    count = 1 + max(fields, try table.header()?.fields.count ?? 0)
  }

  /// The record, or nil if the table no longer contains it.
  var record: TableDocument.Record? {
    get throws(DocumentError) { try table.records(in: row..<row + 1).first }
  }
}
