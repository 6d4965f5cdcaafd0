extension CredentialNames {
  /// Returns the ranges of the credentials in a URL, or in a header that contains URLs. Credentials
  /// are the values of listed query and fragment fields, and the password before the host. A user
  /// name without a password also counts, because some services use it for an API key.
  public func places(in address: String) -> SecretRanges {
    var address = address
    let ranges = address.withUTF8 { bytes -> [Range<Int>] in
      // Most URLs have neither fields nor a user name.
      guard bytes.contains(where: Self.mayLead) else { return [] }
      return fields(in: bytes) + users(in: bytes)
    }
    return ranges.isEmpty ? .none : SecretRanges(ranges)
  }

  /// Returns the URL with its credentials masked.
  public func masked(_ address: String) -> String { places(in: address).masked(address) }

  private static func mayLead(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "@")
  }

  /// Returns whether the byte ends a URL within a header such as `Link` or `Refresh`.
  private static func endsAddress(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == 0x7F || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
      || byte == UInt8(ascii: "\"")
  }

  private func fields(in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var place = 0
    var isInQuery = false
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") {
        isInQuery = true
      } else if Self.endsAddress(byte) {
        isInQuery = false
        continue
      } else if !isInQuery || byte != UInt8(ascii: "&") && byte != UInt8(ascii: ";") {
        continue
      }
      // A field begins here.
      let start = place
      while place < bytes.count, !Self.endsName(bytes[place]) { place += 1 }
      guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else { continue }
      // The value of an unlisted field is also searched, because it may contain a URL.
      guard contains(encoded: bytes[start..<place]) else { continue }
      let value = place + 1
      place = value
      while place < bytes.count, !Self.endsValue(bytes[place]) { place += 1 }
      if value < place { found.append(value..<place) }
    }
    return found
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "=") || byte == UInt8(ascii: "?") || endsValue(byte)
  }

  private static func endsValue(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "&") || byte == UInt8(ascii: "#") || endsAddress(byte)
  }

  /// Returns whether this field name marks a credential.
  ///
  /// - Parameter name: The name in UTF-8, as in a query or a form. It may be percent-encoded.
  package func contains(encoded name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard name.contains(UInt8(ascii: "%")) else { return contains(name, in: .field) }
    let text = String(decoding: name, as: UTF8.self)
    return contains(PercentEncoding.decode(text) ?? text, in: .field)
  }

  private func users(in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var place = 0
    while place + 1 < bytes.count {
      guard bytes[place] == UInt8(ascii: "/"), bytes[place + 1] == UInt8(ascii: "/") else {
        place += 1
        continue
      }
      let start = place + 2
      let end = bytes[start...].firstIndex(where: Self.endsAuthority) ?? bytes.count
      if let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")) {
        let colon = bytes[start..<at].firstIndex(of: UInt8(ascii: ":"))
        found.append((colon.map { $0 + 1 } ?? start)..<at)
      }
      place = max(end, start)
    }
    return found
  }

  private static func endsAuthority(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
      || endsAddress(byte)
  }
}
