import CJSONScan

/// A literal search text.
struct Needle: Sendable {
  /// The escapes in the body. With JSON escapes, the search text é also matches `\u00e9`.
  enum Escapes: Sendable { case json, none }

  private let scalars: [UnicodeScalar]
  private let isExact: Bool
  private let escapes: Escapes
  /// A fast filter that skips positions at which no match can start.
  private let sieve: cjs_needle

  init(_ query: SearchQuery, _ escapes: Escapes) {
    let isExact = query.isExact
    self.isExact = isExact
    scalars = query.text.unicodeScalars.map { isExact ? $0 : Self.small($0) }
    self.escapes = escapes
    var forms = scalars.first.map { [String($0)] } ?? []
    if !isExact, let first = scalars.first { forms.append(first.properties.uppercaseMapping) }
    let starts = Array(Set(forms.compactMap(\.utf8.first))).sorted()
    let prefix = scalars.prefix { $0.isASCII }.map { UInt8($0.value) }
    var sieve = cjs_needle()
    cjs_needle_make(
      &sieve, prefix, prefix.count, starts, starts.count, isExact ? 1 : 0, escapes == .json ? 1 : 0)
    self.sieve = sieve
  }

  var isEmpty: Bool { scalars.isEmpty }

  /// Returns the next position in the search direction at which a match may start.
  func candidate(in bytes: UnsafeBufferPointer<UInt8>, _ direction: BodySearch.Direction) -> Int? {
    let place = withUnsafePointer(to: sieve) { sieve in
      switch direction {
      case .forward: cjs_candidate(sieve, bytes.baseAddress, bytes.count, CJS_BEST)
      case .backward: cjs_candidate_back(sieve, bytes.baseAddress, bytes.count)
      }
    }
    return place < bytes.count ? place : nil
  }

  /// Returns the end of the match that starts at `offset`, or nil if there is none.
  func match(at offset: Int, _ reader: ByteReader) throws(DocumentError) -> Int? {
    if escapes == .json, try isInsideEscape(offset, reader) { return nil }
    var at = offset
    for wanted in scalars {
      guard let (scalar, length) = try scalar(at: at, reader) else { return nil }
      guard (isExact ? scalar : Self.small(scalar)) == wanted else { return nil }
      at += length
    }
    return at
  }

  private func scalar(
    at offset: Int, _ reader: ByteReader
  ) throws(DocumentError) -> (UnicodeScalar, Int)? {
    guard let first = try reader.byte(at: offset) else { return nil }
    if escapes == .json {
      // An unescaped quote ends the string, so the match cannot continue.
      if first == JSONByte.quote { return nil }
      if first == JSONByte.backslash { return try escaped(at: offset, reader) }
    }
    if first < 0x80 { return (UnicodeScalar(first), 1) }
    var bytes = [first]
    while bytes.count < 4, let next = try reader.byte(at: offset + bytes.count),
      next & 0xC0 == 0x80
    {
      bytes.append(next)
    }
    let text = String(decoding: bytes, as: UTF8.self).unicodeScalars
    return text.first.map { ($0, max(1, String($0).utf8.count)) }
  }

  private func escaped(
    at offset: Int, _ reader: ByteReader
  ) throws(DocumentError) -> (UnicodeScalar, Int)? {
    var raw: [UInt8] = []
    while raw.count < 12, let byte = try reader.byte(at: offset + raw.count) { raw.append(byte) }
    guard raw.count > 1 else { return nil }
    let isUnicode = raw[1] == UInt8(ascii: "u")
    for length in isUnicode ? [6, 12] : [2] where raw.count >= length {
      let text = JSONText.string(raw[..<length]).unicodeScalars
      if text.count == 1, let only = text.first, only != "\u{FFFD}" { return (only, length) }
    }
    return nil
  }

  /// Returns whether the byte is inside an escape.
  private func isInsideEscape(_ offset: Int, _ reader: ByteReader) throws(DocumentError) -> Bool {
    if try isEscaped(offset, reader) { return true }
    for back in 1...4 {
      guard let byte = try reader.byte(at: offset - back) else { return false }
      if byte == UInt8(ascii: "u"), try isEscaped(offset - back, reader) { return true }
      guard JSONByte.hex(byte) != nil else { return false }
    }
    return false
  }

  private func isEscaped(_ offset: Int, _ reader: ByteReader) throws(DocumentError) -> Bool {
    var slashes = 0
    while try reader.byte(at: offset - slashes - 1) == JSONByte.backslash { slashes += 1 }
    return slashes % 2 == 1
  }

  private static func small(_ scalar: UnicodeScalar) -> UnicodeScalar {
    if scalar.isASCII {
      let value = scalar.value
      return (0x41...0x5A).contains(value) ? UnicodeScalar(UInt8(value + 0x20)) : scalar
    }
    return scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
  }
}
