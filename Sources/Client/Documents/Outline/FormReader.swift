import ClientModel

/// A reader of `application/x-www-form-urlencoded`: `name=value` pairs separated by ampersands.
///
/// - Source: URL Living Standard, section 5.1.
enum FormReader {
  static func read(_ bytes: [UInt8], of length: Int) -> Outline {
    var builder = OutlineBuilder()
    var start = 0
    while start < bytes.count, !builder.isFull {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "&")) ?? bytes.count
      // A line break after the last pair is not part of the value.
      let last = end == bytes.count ? trimmedEnd(bytes, start..<end) : end
      if start < last {
        let equals = bytes[start..<last].firstIndex(of: UInt8(ascii: "=")) ?? last
        builder.add(
          .field, start..<last, label: start..<equals, value: min(last, equals + 1)..<last)
      }
      start = end + 1
    }
    return builder.finish(at: min(start, bytes.count), of: length)
  }

  private static func trimmedEnd(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return end
  }

  /// Decodes a name or value. A percent sign that does not begin an encoded byte is literal.
  static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    PercentEncoding.decodeEscapes(in: bytes.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 })
  }
}
