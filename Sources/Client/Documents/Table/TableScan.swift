/// A scanner that finds the start and end of fields and records in the bytes of a table.
struct TableScan: Sendable {
  enum Finding { case nothing, recordBegins, fieldEnds, recordEnds }

  private enum State { case between, fieldStart, plain, quoted, quoteClosed }

  private let delimiter: UInt8
  private var state = State.between

  init(_ delimiter: UInt8) { self.delimiter = delimiter }

  var isQuoted: Bool { state == .quoted }
  var isInRecord: Bool { state != .between }

  mutating func take(_ byte: UInt8) -> Finding {
    switch state {
    case .between:
      if byte == 0x0A || byte == 0x0D { return .nothing }
      // If the first byte is a delimiter, the field before it is empty.
      state = byte == delimiter ? .fieldStart : byte == JSONByte.quote ? .quoted : .plain
      return .recordBegins
    case .quoted:
      if byte == JSONByte.quote { state = .quoteClosed }
      return .nothing
    case .quoteClosed where byte == JSONByte.quote:
      state = .quoted
      return .nothing
    case .fieldStart where byte == JSONByte.quote:
      state = .quoted
      return .nothing
    case .fieldStart, .plain, .quoteClosed:
      if byte == delimiter {
        state = .fieldStart
        return .fieldEnds
      }
      if byte == 0x0A || byte == 0x0D {
        state = .between
        return .recordEnds
      }
      state = .plain
      return .nothing
    }
  }
}

/// A builder of records from the results of a scan.
package struct RecordSplitter {
  private let delimiter: UInt8
  private let mostFields: Int
  private var scan: TableScan
  private var number: Int
  private var start = 0
  private var field = 0
  private var fields: [Range<Int>] = []
  private var isCut = false

  package init(
    _ delimiter: UInt8, number: Int = 0, mostFields: Int = TableDocument.mostFields
  ) {
    (self.delimiter, self.number, self.mostFields) = (delimiter, number, mostFields)
    scan = TableScan(delimiter)
  }

  /// Whether the last quoted field has no closing quote.
  package var isOpenQuote: Bool { scan.isQuoted }

  /// Returns the next record of a complete table, or nil at the end.
  ///
  /// - Parameter offset: The offset of the next byte to read.
  package mutating func next(
    in bytes: [UInt8], from offset: inout Int
  ) -> TableDocument.Record? {
    while offset < bytes.count {
      offset += 1
      if let record = take(bytes[offset - 1], at: offset - 1) { return record }
    }
    defer { if !isOpenQuote { scan = TableScan(delimiter) } }
    return finish(at: offset)
  }

  mutating func take(_ byte: UInt8, at offset: Int) -> TableDocument.Record? {
    switch scan.take(byte) {
    case .nothing: return nil
    case .recordBegins:
      (start, field, fields, isCut) = (offset, offset, [], false)
      if byte == delimiter { endField(offset) }
      return nil
    case .fieldEnds:
      endField(offset)
      return nil
    case .recordEnds: return end(offset)
    }
  }

  mutating func finish(at offset: Int) -> TableDocument.Record? {
    scan.isInRecord ? end(offset) : nil
  }

  private mutating func endField(_ offset: Int) {
    if fields.count < mostFields {
      fields.append(field..<offset)
    } else {
      isCut = true
    }
    field = offset + 1
  }

  private mutating func end(_ offset: Int) -> TableDocument.Record {
    endField(offset)
    defer { number += 1 }
    return TableDocument.Record(
      number: number, span: start..<offset, fields: fields, isCut: isCut)
  }
}
