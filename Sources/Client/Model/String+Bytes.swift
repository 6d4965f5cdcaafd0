extension String {
  /// Creates a string from bytes. Returns nil if the bytes are not UTF-8.
  ///
  /// ASCII, which is most input, skips the UTF-8 validation. This matters because the initializer
  /// runs about a dozen times per response and per row of the store.
  package init?(checking bytes: UnsafeBufferPointer<UInt8>) {
    var isPlain = true
    let raw = UnsafeRawBufferPointer(bytes)
    var at = 0
    while at + 8 <= raw.count {
      let word = raw.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      if word & 0x8080_8080_8080_8080 != 0 { isPlain = false }
      at += 8
    }
    while at < raw.count {
      if raw[at] >= 0x80 { isPlain = false }
      at += 1
    }
    if isPlain {
      self = String(decoding: bytes, as: UTF8.self)
    } else if let text = String(validating: bytes, as: UTF8.self) {
      self = text
    } else {
      return nil
    }
  }
}
