import Glibc

/// Normalises the host of a URL for display, pinning, comparison and sending.
enum URLHost {
  /// Returns the normalised host. It is in lower case. Non-ASCII letters become `xn--…`, and
  /// numbers become a dotted address. IPv6 addresses have their shortest form.
  ///
  /// - Source: RFC 3986, section 3.2.2; RFC 5952; RFC 6874.
  static func normalised(_ text: Substring) throws(URLProblem) -> String {
    guard !text.isEmpty else {
      throw URLProblem("It has no host.", "Write the host after the //.")
    }
    if text.begins(with: "[") { return try literal(text) }
    guard text.utf8.allSatisfy({ $0 >= 0x80 || isHostByte($0) }) else { throw badCharacter(text) }
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
      let name = try InternationalHost.ascii(String(text))
      // Composition can convert characters to ASCII. For example, U+1FEF becomes a backtick.
      guard name.utf8.allSatisfy(isHostByte) else { throw badCharacter(text) }
      // Programs disagree on whether numbers between ideographic full stops are an IPv4 address.
      guard !isNumeric(name.pieces(at: ".").last ?? "") else {
        throw URLProblem(
          "The host `\(text)` is a number but not an IPv4 address.",
          "Write an address as four numbers with `.` between them, such as 192.0.2.1.")
      }
      return try normalised(name[...])
    }
    let name = text.lowercased()
    let stem = name.ends(with: ".") ? name.droppingLast(bytes: 1) : name[...]
    let labels = stem.pieces(at: ".")
    guard name.utf8.count <= 254, labels.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 63 }) else {
      throw URLProblem(
        "The host `\(text)` has an empty or overlong part.", "Check the dots in the host.")
    }
    guard let last = labels.last, isNumeric(last) else { return name }
    // If a dot follows, some resolvers interpret the host as a name, and others as an address.
    guard stem.endIndex == name.endIndex, let address = address(labels) else {
      throw URLProblem("`\(text)` is not an IPv4 address.", "Write four numbers up to 255.")
    }
    return address
  }

  private static func badCharacter(_ host: Substring) -> URLProblem {
    URLProblem(
      "The host `\(host)` contains a character that is not allowed in a host.",
      "Use letters, digits, dots and dashes; write an IPv6 address in brackets.")
  }

  /// Parses an IPv6 address in brackets. It may contain the zone of a link-local address:
  /// `[fe80::1%25eth0]`.
  ///
  /// - Source: RFC 6874. Like curl, this function also accepts a zone without the `25`.
  private static func literal(_ text: Substring) throws(URLProblem) -> String {
    let inner = text.ends(with: "]") ? text.dropping(bytes: 1).droppingLast(bytes: 1) : ""
    let mark = inner.cut(at: "%")
    let address = mark?.before ?? inner
    var bytes = in6_addr()
    guard !address.utf8.contains(0), inet_pton(AF_INET6, String(address), &bytes) == 1 else {
      throw URLProblem("`\(text)` is not an IPv6 address.", "Write it as [2001:db8::1].")
    }
    var room = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(AF_INET6, &bytes, &room, socklen_t(room.count)) != nil else {
      throw URLProblem("`\(text)` is not an IPv6 address.", "Write it as [2001:db8::1].")
    }
    let digits = room.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let shortest = String(decoding: digits, as: UTF8.self)
    guard let written = mark?.after else { return "[\(shortest)]" }
    let zone = written.begins(with: "25") ? written.dropping(bytes: 2) : written
    // libcurl reads at most 15 bytes of a zone.
    guard (1...15).contains(zone.utf8.count), zone.utf8.allSatisfy(isZoneByte) else {
      throw URLProblem(
        "The zone of `\(text)` cannot be used.",
        "Write the interface after %25, such as [fe80::1%25eth0].")
    }
    return "[\(shortest)%25\(zone)]"
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
    default: false
    }
  }

  private static func isZoneByte(_ byte: UInt8) -> Bool { isHostByte(byte) || byte == 0x7E }

  /// Returns whether a host with this last label must be an address. No top-level domain is a
  /// number.
  private static func isNumeric(_ label: Substring) -> Bool {
    if label.utf8.allSatisfy(isDigit) { return true }
    return label.begins(with: "0x")
      && label.utf8.dropFirst(2).allSatisfy { PercentEncoding.digit($0) != nil }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Returns the address that a resolver would use, such as 127.0.0.1 for `0x7f.1`, so that the
  /// user sees it. Returns nil if the labels are not an address.
  private static func address(_ labels: [Substring]) -> String? {
    let numbers = labels.compactMap(number)
    guard numbers.count == labels.count, labels.count <= 4, let tail = numbers.last,
      numbers.dropLast().allSatisfy({ $0 <= 255 }), tail < 1 << (8 * UInt64(5 - labels.count))
    else { return nil }
    var value = tail
    for (index, part) in numbers.dropLast().enumerated() {
      value |= part << (8 * UInt64(3 - index))
    }
    return [24, 16, 8, 0].map { String(value >> UInt64($0) & 255) }.joined(separator: ".")
  }

  /// Parses a number as `inet_aton` does. `0x` means hexadecimal, a leading 0 octal. All other
  /// numbers are decimal. Returns nil if the number exceeds 32 bits.
  private static func number(_ text: Substring) -> UInt64? {
    let isHexadecimal = text.begins(with: "0x")
    let isOctal = !isHexadecimal && text.utf8.count > 1 && text.begins(with: "0")
    let radix: UInt64 = isHexadecimal ? 16 : isOctal ? 8 : 10
    let digits = text.utf8.dropFirst(isHexadecimal ? 2 : 0)
    guard !digits.isEmpty else { return nil }
    var value: UInt64 = 0
    for byte in digits {
      guard let digit = PercentEncoding.digit(byte), UInt64(digit) < radix else { return nil }
      value = value * radix + UInt64(digit)
      guard value <= 0xFFFF_FFFF else { return nil }
    }
    return value
  }
}
