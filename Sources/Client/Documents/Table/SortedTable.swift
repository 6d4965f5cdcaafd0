/// A table as displayed: unsorted, or sorted by a column.
///
/// A sort order needs 4 bytes of memory per record. During sorting, the first 32 bytes of each key
/// are also in memory.
package struct SortedTable: Sendable {
  package enum Direction: Hashable, Sendable { case ascending, descending }

  package struct Order: Hashable, Sendable {
    package let column: Int
    package let direction: Direction
    package init(column: Int, direction: Direction) {
      (self.column, self.direction) = (column, direction)
    }
  }

  /// The maximum number of records of a table that can be sorted. `longestSorted` is the maximum
  /// number of bytes.
  package static let mostSorted = 1_000_000
  package static let longestSorted = 256 << 20

  package private(set) var table: TableDocument
  package let dialect: TableDialect
  package private(set) var order: Order?
  /// The record of each row, or an empty array if the table is unsorted.
  private var rows: [Int32] = []

  package init(_ dialect: TableDialect) {
    self.dialect = dialect
    table = TableDocument(delimiter: dialect.delimiter)
  }

  package init(_ source: ByteSource, _ dialect: TableDialect) throws(DocumentError) {
    self.init(dialect)
    try extend(to: source)
  }

  /// Reads more of the table. New rows are at the end, in the order of arrival, until the next
  /// sort.
  package mutating func extend(
    to source: ByteSource, budget: Int = .max
  ) throws(DocumentError) {
    try table.extend(to: source, budget: budget)
    guard order != nil else { return }
    while rows.count < count { rows.append(Int32(rows.count + first)) }
  }

  /// The number of the first record that is a row: 1 if the table has a header, or else 0.
  private var first: Int { dialect.hasHeader ? 1 : 0 }

  package var count: Int { max(0, table.count - first) }

  package var canBeSorted: Bool {
    table.left == 0 && table.count <= Self.mostSorted && table.source.count <= Self.longestSorted
  }

  /// Returns the record that contains the column names, or nil if there is none.
  package func header() throws(DocumentError) -> TableDocument.Record? {
    dialect.hasHeader ? try table.records(in: 0..<1).first : nil
  }

  package func records(in window: Range<Int>) throws(DocumentError) -> [TableDocument.Record] {
    let wanted = window.clamped(to: 0..<count)
    guard order != nil else {
      return try table.records(in: wanted.lowerBound + first..<wanted.upperBound + first)
    }
    var result: [TableDocument.Record] = []
    for row in wanted {
      let record = Int(rows[row])
      result += try table.records(in: record..<record + 1)
    }
    return result
  }

  /// Returns the row of a record, or nil for the header and for an unknown record.
  package func row(ofRecord record: Int) -> Int? {
    guard record >= first else { return nil }
    guard order != nil else { return record - first }
    return rows.firstIndex(of: Int32(record))
  }

  /// Returns the record of a row, or nil if the row does not exist.
  package func record(ofRow row: Int) -> Int? {
    guard row >= 0, row < count else { return nil }
    return order == nil ? row + first : Int(rows[row])
  }

  // MARK: Sorting

  private struct Key {
    let record: Int32
    /// The rank of the value's type: numbers, then texts, then empty values.
    let rank: UInt8
    let number: Double
    let text: [UInt8]

    init(_ record: Int, _ field: [UInt8]) {
      self.record = Int32(record)
      let value = TableField.number(field)
      rank = field.isEmpty ? 2 : value == nil ? 1 : 0
      number = value ?? 0
      text = value == nil ? Array(field.prefix(32)) : []
    }

    func comes(before other: Key, _ direction: Direction) -> Bool {
      // Empty values are last in both directions.
      if rank != other.rank, rank == 2 || other.rank == 2 { return rank < other.rank }
      let (one, two) = direction == .ascending ? (self, other) : (other, self)
      if one.rank != two.rank { return one.rank < two.rank }
      if one.rank == 0, one.number != two.number { return one.number < two.number }
      if one.rank == 1, one.text != two.text {
        return one.text.lexicographicallyPrecedes(two.text)
      }
      return record < other.record
    }
  }

  /// Sorts the table, or restores the original order if `order` is nil. Does nothing if the table
  /// is too large.
  package mutating func sort(by order: Order?) throws(DocumentError) {
    guard let order else {
      (self.order, rows) = (nil, [])
      return
    }
    guard canBeSorted, table.count > first else { return }
    var keys: [Key] = []
    keys.reserveCapacity(count)
    let reader = ByteReader(table.source)
    let first = first
    try table.forEach(from: 0) { record throws(DocumentError) in
      guard record.number >= first else { return .goOn }
      var field: [UInt8] = []
      if order.column < record.fields.count {
        for at in record.fields[order.column].prefix(160) {
          if let byte = try reader.byte(at: at) { field.append(byte) }
        }
      }
      keys.append(Key(record.number, TableField.decoded(field)))
      return .goOn
    }
    keys.sort { $0.comes(before: $1, order.direction) }
    (self.order, rows) = (order, keys.map(\.record))
  }

  /// Returns the next sort order for a column: ascending, then descending, then unsorted.
  package func nextOrder(of column: Int) -> Order? {
    guard let order, order.column == column else {
      return Order(column: column, direction: .ascending)
    }
    return order.direction == .ascending ? Order(column: column, direction: .descending) : nil
  }
}
