import ClientModel

/// A reader of values that `PayloadWriter` wrote. Damaged bytes result in a `Failure`, never in a
/// trap.
struct PayloadReader {
  private let bytes: [UInt8]
  private var at = 0
  private let end: Int
  let vault: Vault
  private let place: RowIdentity
  /// The number of values decrypted so far.
  private var openCount = 0
  /// The number of the next field, or 0 after the last one.
  var nextField: UInt8 = 0

  init(_ bytes: [UInt8], end: Int? = nil, at place: RowIdentity, vault: Vault) {
    self.bytes = bytes
    self.end = end ?? bytes.count
    self.place = place
    self.vault = vault
  }

  var isAtEnd: Bool { at == end }

  mutating func byte() throws(Failure) -> UInt8 {
    guard at < end else { throw .damaged("it ends too early") }
    defer { at += 1 }
    return bytes[at]
  }

  mutating func number() throws(Failure) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      let next = try byte()
      value |= UInt64(next & 0x7F) << shift
      if next < 0x80 { return value }
    }
    throw .damaged("a number is too long")
  }

  mutating func signed() throws(Failure) -> Int64 {
    let value = try number()
    return Int64(bitPattern: (value >> 1) ^ (0 &- (value & 1)))
  }

  /// Reads the count of a list. Each item takes at least one byte, so a count greater than the
  /// number of remaining bytes is rejected.
  mutating func count() throws(Failure) -> Int {
    let value = try number()
    guard value <= UInt64(end - at) else { throw .damaged("a length is too large") }
    return Int(value)
  }

  mutating func integer() throws(Failure) -> Int {
    guard let value = Int(exactly: try number()) else { throw .damaged("a number is too large") }
    return value
  }

  mutating func size() throws(Failure) -> ByteCount { ByteCount(try signed()) }
  mutating func time() throws(Failure) -> Timestamp { Timestamp(milliseconds: try signed()) }

  mutating func flag() throws(Failure) -> Bool {
    switch try byte() {
    case 0: false
    case 1: true
    default: throw .damaged("a Boolean is neither 0 nor 1")
    }
  }

  mutating func blob() throws(Failure) -> [UInt8] {
    let length = try count()
    defer { at += length }
    return Array(bytes[at..<at + length])
  }

  mutating func text() throws(Failure) -> String {
    let length = try count()
    defer { at += length }
    let text = bytes.withUnsafeBufferPointer { all in
      String(checking: UnsafeBufferPointer(rebasing: all[at..<at + length]))
    }
    guard let text else {
      throw .damaged("a string is not UTF-8")
    }
    return text
  }

  mutating func span() throws(Failure) -> Duration {
    Duration(secondsComponent: try signed(), attosecondsComponent: try signed())
  }

  mutating func choice<Value: RawRepresentable>(
    _ type: Value.Type
  ) throws(Failure) -> Value where Value.RawValue == UInt8 {
    guard let value = Value(rawValue: try byte()) else { throw .damaged("a choice is unknown") }
    return value
  }

  mutating func named<Value: RawRepresentable>(
    _ type: Value.Type
  ) throws(Failure) -> Value where Value.RawValue == String {
    guard let value = Value(rawValue: try text()) else { throw .damaged("a name is unknown") }
    return value
  }

  mutating func secret() throws(Failure) -> String {
    guard let text = String(validating: try unsealed(), as: UTF8.self) else {
      throw .damaged("a sealed string is not UTF-8")
    }
    return text
  }

  private mutating func unsealed() throws(Failure) -> [UInt8] {
    let plain = try vault.open(try blob(), at: SealedValueLocation(row: place, field: openCount))
    openCount += 1
    return plain
  }

  /// Reads fields that were sealed as one value.
  mutating func sealed<Value>(
    _ read: (inout PayloadReader) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var inner = PayloadReader(try unsealed(), at: place, vault: vault)
    inner.openCount = openCount
    let value = try read(&inner)
    openCount = inner.openCount
    return value
  }
}
