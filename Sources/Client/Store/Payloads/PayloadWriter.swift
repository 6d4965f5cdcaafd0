import ClientModel

/// A writer of values as compact bytes. Integers are varints, and strings follow their length.
struct PayloadWriter {
  private(set) var bytes: [UInt8] = []
  /// The vault that seals secrets. Its key is read only if there is a secret.
  let vault: Vault
  /// The row that contains the bytes.
  private(set) var place: RowIdentity
  /// The number of values sealed so far, which is the index of the next sealed value in the row.
  private var sealCount = 0

  init(for place: RowIdentity, vault: Vault) {
    self.place = place
    self.vault = vault
    bytes.reserveCapacity(256)
  }

  /// Starts a new row and reuses the buffer.
  mutating func begin(_ place: RowIdentity) {
    bytes.removeAll(keepingCapacity: true)
    self.place = place
    sealCount = 0
  }

  mutating func byte(_ value: UInt8) { bytes.append(value) }

  /// Writes seven bits per byte, the lowest bits first.
  mutating func number(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Writes a signed number. Numbers close to zero are short: 0, -1, 1, -2 become 0, 1, 2, 3.
  mutating func signed(_ value: Int64) {
    number(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }

  mutating func count(_ value: Int) { number(UInt64(value)) }
  mutating func size(_ value: ByteCount) { signed(value.bytes) }
  mutating func time(_ value: Timestamp) { signed(value.milliseconds) }

  mutating func flag(_ value: Bool) { bytes.append(value ? 1 : 0) }

  mutating func text(_ value: String) {
    var value = value
    value.withUTF8 { utf8 in
      number(UInt64(utf8.count))
      bytes.append(contentsOf: utf8)
    }
  }

  mutating func blob(_ value: [UInt8]) {
    number(UInt64(value.count))
    bytes.append(contentsOf: value)
  }

  mutating func span(_ value: Duration) {
    let (seconds, attoseconds) = value.components
    signed(seconds)
    signed(attoseconds)
  }

  /// Removes all bytes after the first `count`.
  mutating func drop(to count: Int) { bytes.removeLast(bytes.count - count) }

  mutating func secret(_ text: String) throws(Failure) { try sealed(Array(text.utf8)) }

  private mutating func sealed(_ plain: [UInt8]) throws(Failure) {
    blob(try vault.seal(plain, at: SealedValueLocation(row: place, field: sealCount)))
    sealCount += 1
  }

  /// Seals all values that a function writes, as one value.
  mutating func sealed(
    _ write: (inout PayloadWriter) throws(Failure) -> Void
  ) throws(Failure) {
    var inner = PayloadWriter(for: place, vault: vault)
    // The outer seal gets the next index, and seals within it get the following indexes.
    inner.sealCount = sealCount + 1
    try write(&inner)
    try sealed(inner.bytes)
    sealCount = inner.sealCount
  }
}
