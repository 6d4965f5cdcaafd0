import ClientDocuments
import ReadingValues

/// One row of a table as a list of its fields, below a line that says which row it is.
struct TableRecord: Sendable {
  var table: SortedTable
  let row: Int
  /// Lines of the list: one, and one for each field or column, whichever there are more of.
  let count: Int

  init(_ table: SortedTable, row: Int) throws(DocumentError) {
    (self.table, self.row) = (table, row)
    let fields = try table.records(in: row..<row + 1).first?.fields.count ?? 0
    count = 1 + max(fields, try table.header()?.fields.count ?? 0)
  }

  /// The record itself; nil when the table does not have it any more.
  var record: TableDocument.Record? {
    get throws(DocumentError) { try table.records(in: row..<row + 1).first }
  }
}
