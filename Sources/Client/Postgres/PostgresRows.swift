import CPostgres

/// The rows that a statement returned.
final class PostgresRows: RandomAccessCollection {
  fileprivate let result: OpaquePointer

  /// Takes over the result and frees it at the end.
  init(_ result: OpaquePointer) { self.result = result }

  deinit { cpostgres_free(result) }

  var startIndex: Int { 0 }
  var endIndex: Int { Int(cpostgres_rows(result)) }
  subscript(row: Int) -> PostgresRow { PostgresRow(rows: self, row: Int32(row)) }

  /// The number of rows that the statement changed.
  var changed: Int { Int(cpostgres_changed(result)) }
}

/// A row of a result. Columns are counted from 0.
struct PostgresRow {
  fileprivate let rows: PostgresRows
  fileprivate let row: Int32

  private func field(_ column: Int32) -> UnsafeRawBufferPointer? {
    var length: Int32 = 0
    guard let start = cpostgres_field(rows.result, row, column, &length) else { return nil }
    return UnsafeRawBufferPointer(start: start, count: Int(length))
  }

  func isNull(_ column: Int32) -> Bool { field(column) == nil }

  /// Returns a number of 1 to 8 bytes or a Boolean, or 0 for NULL.
  func integer(_ column: Int32) -> Int64 {
    guard let bytes = field(column), let first = bytes.first else { return 0 }
    let sign: Int64 = bytes.count > 1 && first >= 0x80 ? -1 : 0
    return bytes.reduce(sign) { $0 << 8 | Int64($1) }
  }

  func flag(_ column: Int32) -> Bool { integer(column) != 0 }

  func real(_ column: Int32) -> Double {
    Double(bitPattern: UInt64(bitPattern: integer(column)))
  }

  func text(_ column: Int32) -> String? {
    field(column).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the bytes of a field, or an empty array for NULL.
  func blob(_ column: Int32) -> [UInt8] { field(column).map { [UInt8]($0) } ?? [] }

  /// Copies a field to a buffer. Returns the number of copied bytes.
  func copy(_ column: Int32, from offset: Int, to buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let bytes = field(column), offset < bytes.count else { return 0 }
    let count = Swift.min(bytes.count - offset, buffer.count)
    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]))
    return count
  }

  /// Returns the numbers of an array of `bigint` without NULL.
  ///
  /// - Source: `array_send` in PostgreSQL's `arrayfuncs.c`.
  func integers(_ column: Int32) -> [Int64] {
    let (head, item) = (20, 12)
    guard let bytes = field(column), bytes.count >= head else { return [] }
    return stride(from: head, to: bytes.count, by: item).map { start in
      bytes[start + 4..<start + item].reduce(0) { $0 << 8 | Int64($1) }
    }
  }
}
