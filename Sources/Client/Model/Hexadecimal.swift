extension Sequence<UInt8> {
  /// The bytes as text, with two lower-case digits per byte.
  package var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Parses text with two digits per byte. Returns nil for any other text.
  package init?(hexadecimal text: some Collection<UInt8>) {
    let digits = text.compactMap(PercentEncoding.digit)
    guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
    self = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
