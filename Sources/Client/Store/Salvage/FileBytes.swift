/// Bytes of a database file. Every read is checked, because a damaged file may contain anything.
///
/// Source: SQLite's "Database File Format". Numbers are big-endian.
struct FileBytes {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var count: Int { bytes.count }

  /// Reads an unsigned number. Returns nil if a part of it is outside of the bytes.
  ///
  /// - Parameter width: The number of bytes, 1 to 8.
  func unsigned(at place: Int, width: Int) -> UInt64? {
    guard place >= 0, place <= count - width else { return nil }
    return bytes[place..<place + width].reduce(0) { $0 << 8 | UInt64($1) }
  }

  func byte(at place: Int) -> UInt8? { place >= 0 && place < count ? bytes[place] : nil }
  func half(at place: Int) -> Int? { unsigned(at: place, width: 2).map(Int.init) }
  func word(at place: Int) -> UInt32? {
    unsigned(at: place, width: 4).map(UInt32.init(truncatingIfNeeded:))
  }

  /// Reads a variable-length integer. Returns its value and the position after it, or nil if the
  /// bytes end first. Section 1.6.
  func variable(at place: Int) -> (value: Int64, end: Int)? {
    var value: UInt64 = 0
    for offset in 0..<9 {
      guard let byte = byte(at: place + offset) else { return nil }
      if offset == 8 { return (Int64(bitPattern: value << 8 | UInt64(byte)), place + 9) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte & 0x80 == 0 { return (Int64(bitPattern: value), place + offset + 1) }
    }
    return nil
  }
}

/// The value of one column of a record.
enum StoredValue: Equatable {
  case null
  case integer(Int64)
  case real(Double)
  case text([UInt8])
  case blob([UInt8])

  /// Returns the values of a record, or nil if its header does not match its body. Section 2.1.
  static func values(of payload: [UInt8]) -> [StoredValue]? {
    let record = FileBytes(payload)
    guard let (size, start) = record.variable(at: 0), size >= start, size <= record.count else {
      return nil
    }
    var (place, body) = (start, Int(size))
    var values: [StoredValue] = []
    while place < Int(size) {
      guard let (type, end) = record.variable(at: place), end <= Int(size),
        let (value, next) = value(of: type, in: record, at: body)
      else { return nil }
      values.append(value)
      (place, body) = (end, next)
    }
    return body == record.count ? values : nil
  }

  private static func value(
    of type: Int64, in record: FileBytes, at place: Int
  ) -> (StoredValue, end: Int)? {
    switch type {
    case 0: return (.null, place)
    case 1...6:
      let width = [1, 2, 3, 4, 6, 8][Int(type) - 1]
      guard let bits = record.unsigned(at: place, width: width) else { return nil }
      let shift = UInt64(64 - 8 * width)
      return (.integer(Int64(bitPattern: bits << shift) >> Int64(shift)), place + width)
    case 7:
      guard let bits = record.unsigned(at: place, width: 8) else { return nil }
      return (.real(Double(bitPattern: bits)), place + 8)
    case 8, 9: return (.integer(type - 8), place)
    case 12...:
      guard (type - 12) / 2 <= record.count - place else { return nil }
      let end = place + Int(type - 12) / 2
      let bytes = Array(record.bytes[place..<end])
      return (type % 2 == 0 ? .blob(bytes) : .text(bytes), end)
    default: return nil
    }
  }

  var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
  var text: String? {
    if case .text(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { nil }
  }
  var blob: [UInt8]? { if case .blob(let bytes) = self { bytes } else { nil } }
}
