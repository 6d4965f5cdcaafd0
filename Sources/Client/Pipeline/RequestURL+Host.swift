import Glibc

extension RequestURL {
  /// The host as it is shown, pinned and sent: lower case, letters outside ASCII as `xn--…`, numbers
  /// as a dotted address.
  static func normalisedHost(_ text: String) throws(URLProblem) -> String {
    guard !text.isEmpty else {
      throw URLProblem("It names no host.", "Write the host after the //.")
    }
    if text.hasPrefix("[") {
      var address = in6_addr()
      guard text.hasSuffix("]"),
        inet_pton(AF_INET6, String(text.dropFirst().dropLast()), &address) == 1
      else {
        throw URLProblem("`\(text)` is no IPv6 address.", "Write it as [2001:db8::1].")
      }
      return text.lowercased()
    }
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
      return try normalisedHost(try InternationalHost.ascii(text))
    }
    guard text.utf8.allSatisfy(isHostByte) else {
      throw URLProblem(
        "The host `\(text)` holds a character that a host may not have.",
        "A host has letters, digits, dots and dashes; write an IPv6 address in brackets.")
    }
    let name = text.lowercased()
    let labels = (name.hasSuffix(".") ? name.dropLast()[...] : name[...])
      .split(separator: ".", omittingEmptySubsequences: false)
    guard name.utf8.count <= 254, labels.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 63 }) else {
      throw URLProblem(
        "The host `\(text)` has an empty or overlong part.", "Check the dots in the host.")
    }
    return try address(labels, text) ?? name
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
    default: false
    }
  }

  /// Nil when the last label is no number: then it is a name. `0x7f.1` is 127.0.0.1 to a resolver,
  /// so that is what is shown.
  private static func address(
    _ labels: [Substring], _ text: String
  ) throws(URLProblem) -> String? {
    guard let last = labels.last, number(last) != nil else { return nil }
    let numbers = labels.compactMap(number)
    let tailBytes = 5 - labels.count
    guard numbers.count == labels.count, labels.count <= 4,
      numbers.dropLast().allSatisfy({ $0 <= 255 }), let tail = numbers.last,
      tail < 1 << (8 * UInt64(tailBytes))
    else {
      throw URLProblem("`\(text)` is no address.", "An address is four numbers up to 255.")
    }
    var value = tail
    for (index, part) in numbers.dropLast().enumerated() {
      value |= part << (8 * UInt64(3 - index))
    }
    return [24, 16, 8, 0].map { String(value >> UInt64($0) & 255) }.joined(separator: ".")
  }

  /// As `inet_aton` reads it: `0x` hexadecimal, a leading 0 octal, else decimal.
  private static func number(_ text: Substring) -> UInt64? {
    if text.hasPrefix("0x") {
      return text.count == 2 ? 0 : UInt64(text.dropFirst(2), radix: 16)
    }
    guard text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    return text.count > 1 && text.hasPrefix("0")
      ? UInt64(text, radix: 8) ?? .max : UInt64(text) ?? .max
  }
}
