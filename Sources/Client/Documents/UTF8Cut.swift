/// The repair of text that was cut after a fixed number of bytes.
package enum UTF8Cut {
  /// Removes an incomplete character at the end, which would look like an error in the body.
  package static func complete(_ bytes: [UInt8]) -> [UInt8] {
    for length in 1...3 where bytes.count >= length {
      let lead = bytes[bytes.count - length]
      if lead & 0xC0 == 0xC0 {
        return length < (lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2)
          ? Array(bytes.dropLast(length)) : bytes
      }
      if lead < 0x80 { return bytes }
    }
    return bytes
  }
}
