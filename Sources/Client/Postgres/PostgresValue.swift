/// A parameter of a statement, in PostgreSQL's binary form.
enum PostgresValue {
  case integer(Int64?)
  case real(Double?)
  case text(String?)
  case bytes([UInt8]?)
  case flag(Bool)
  case integers([Int64?])
  case reals([Double?])
  case texts([String?])
  case blobs([[UInt8]?])
  case flags([Bool])

  /// The number of the type in `pg_type`. It is the same on every server.
  var type: UInt32 {
    switch self {
    case .flag: 16
    case .bytes: 17
    case .integer: 20
    case .text: 25
    case .real: 701
    case .flags: 1000
    case .blobs: 1001
    case .texts: 1009
    case .integers: 1016
    case .reals: 1022
    }
  }

  /// Appends the value.
  ///
  /// - Returns: False for NULL, which has no bytes.
  func write(to bytes: inout [UInt8]) -> Bool {
    switch self {
    case .flag(let flag): bytes.append(flag ? 1 : 0)
    case .integer(let number):
      guard let number else { return false }
      bytes.append(bigEndian: UInt64(bitPattern: number))
    case .real(let number):
      guard let number else { return false }
      bytes.append(bigEndian: number.bitPattern)
    case .text(let text):
      guard let text else { return false }
      bytes.append(contentsOf: text.utf8)
    case .bytes(let content):
      guard let content else { return false }
      bytes.append(contentsOf: content)
    case .flags(let items): Self.write(items, of: 16, to: &bytes) { $1.append($0 ? 1 : 0) }
    case .integers(let items):
      Self.write(items, of: 20, to: &bytes) { $1.append(bigEndian: UInt64(bitPattern: $0)) }
    case .reals(let items):
      Self.write(items, of: 701, to: &bytes) { $1.append(bigEndian: $0.bitPattern) }
    case .texts(let items): Self.write(items, of: 25, to: &bytes) { $1 += $0.utf8 }
    case .blobs(let items): Self.write(items, of: 17, to: &bytes) { $1 += $0 }
    }
    return true
  }

  /// Appends an array of one dimension.
  ///
  /// - Source: `array_recv` in PostgreSQL's `arrayfuncs.c`.
  private static func write<Item>(
    _ items: [Item?], of type: UInt32, to bytes: inout [UInt8],
    _ write: (Item, inout [UInt8]) -> Void
  ) {
    let hasNull = items.contains { $0 == nil }
    bytes.append(bigEndian: UInt32(items.isEmpty ? 0 : 1))
    bytes.append(bigEndian: UInt32(hasNull ? 1 : 0))
    bytes.append(bigEndian: type)
    if items.isEmpty { return }
    bytes.append(bigEndian: UInt32(items.count))
    bytes.append(bigEndian: UInt32(1))
    for item in items {
      guard let item else {
        bytes.append(bigEndian: UInt32.max)
        continue
      }
      let start = bytes.count
      bytes.append(bigEndian: UInt32(0))
      write(item, &bytes)
      let length = UInt32(bytes.count - start - 4).bigEndian
      Swift.withUnsafeBytes(of: length) { for place in 0..<4 { bytes[start + place] = $0[place] } }
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(bigEndian value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
  }
}
