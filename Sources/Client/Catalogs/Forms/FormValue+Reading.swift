import ClientModel

extension FormValue {
  /// Parses JSON text in which `{{name}}` may be a value. The digits of numbers are preserved.
  ///
  /// Returns nil for text that is not JSON, repeats a member name, or nests deeper than 200. Such a
  /// text stays as typed.
  init?(json text: String) {
    var reader = Reader(bytes: Array(text.utf8))
    guard let value = reader.value(depth: 0) else { return nil }
    reader.skipSpace()
    guard reader.at == reader.bytes.count else { return nil }
    self = value
  }

  /// Parses a schema's choice, default or example, which is valid JSON.
  init(known json: String) { self = FormValue(json: json) ?? .bare(json) }

  private struct Reader {
    let bytes: [UInt8]
    var at = 0

    var next: UInt8? { at < bytes.count ? bytes[at] : nil }

    mutating func skipSpace() {
      while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { at += 1 }
    }

    mutating func take(_ byte: Unicode.Scalar) -> Bool {
      skipSpace()
      guard next == UInt8(ascii: byte) else { return false }
      at += 1
      return true
    }

    mutating func value(depth: Int) -> FormValue? {
      skipSpace()
      guard depth < 200, let byte = next else { return nil }
      switch byte {
      case UInt8(ascii: "{"): return template() ?? object(depth)
      case UInt8(ascii: "["): return list(depth)
      case UInt8(ascii: "\""): return string().map { .text($0) }
      case UInt8(ascii: "t"): return word("true")
      case UInt8(ascii: "f"): return word("false")
      case UInt8(ascii: "n"): return word("null") == nil ? nil : .null
      default: return number()
      }
    }

    private mutating func template() -> FormValue? {
      let end = bytes[at...].firstIndex(of: UInt8(ascii: "}")).map { $0 + 2 } ?? bytes.count
      guard end <= bytes.count else { return nil }
      let text = String(decoding: bytes[at..<end], as: UTF8.self)
      guard Template.isOnlyTemplates(text) else { return nil }
      at = end
      return .bare(text)
    }

    private mutating func object(_ depth: Int) -> FormValue? {
      at += 1
      var members: [Member] = []
      var names: Set<String> = []
      if take("}") { return .object([]) }
      repeat {
        skipSpace()
        guard next == UInt8(ascii: "\""), let name = string(), names.insert(name).inserted,
          take(":"), let value = value(depth: depth + 1)
        else { return nil }
        members.append(Member(name, value))
      } while take(",")
      return take("}") ? .object(members) : nil
    }

    private mutating func list(_ depth: Int) -> FormValue? {
      at += 1
      var values: [FormValue] = []
      if take("]") { return .list([]) }
      repeat {
        guard let value = value(depth: depth + 1) else { return nil }
        values.append(value)
      } while take(",")
      return take("]") ? .list(values) : nil
    }

    private mutating func word(_ word: String) -> FormValue? {
      guard bytes[at...].starts(with: word.utf8) else { return nil }
      at += word.utf8.count
      return .bare(word)
    }

    private mutating func number() -> FormValue? {
      let text = String(
        decoding: bytes[at...].prefix { "+-.0123456789eE".utf8.contains($0) }, as: UTF8.self)
      guard JSONNumber.isValid(text) else { return nil }
      at += text.utf8.count
      return .bare(text)
    }

    private mutating func string() -> String? {
      at += 1
      var result: [UInt8] = []
      while let byte = next {
        at += 1
        switch byte {
        case UInt8(ascii: "\""): return String(validating: result, as: UTF8.self)
        case UInt8(ascii: "\\"):
          guard let scalar = escape() else { return nil }
          result += Array(String(Character(scalar)).utf8)
        case 0..<0x20: return nil
        default: result.append(byte)
        }
      }
      return nil
    }

    private mutating func escape() -> Unicode.Scalar? {
      guard let byte = next else { return nil }
      at += 1
      switch byte {
      case UInt8(ascii: "n"): return "\n"
      case UInt8(ascii: "t"): return "\t"
      case UInt8(ascii: "r"): return "\r"
      case UInt8(ascii: "b"): return "\u{8}"
      case UInt8(ascii: "f"): return "\u{C}"
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
      case UInt8(ascii: "u"):
        guard let high = hexadecimal() else { return nil }
        guard 0xD800..<0xDC00 ~= high else { return Unicode.Scalar(high) }
        guard bytes[at...].starts(with: "\\u".utf8) else { return nil }
        at += 2
        guard let low = hexadecimal(), 0xDC00..<0xE000 ~= low else { return nil }
        return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
      default: return nil
      }
    }

    private mutating func hexadecimal() -> UInt32? {
      guard at + 4 <= bytes.count else { return nil }
      let digits = bytes[at..<(at + 4)]
      at += 4
      return digits.allSatisfy { PercentEncoding.digit($0) != nil }
        ? UInt32(String(decoding: digits, as: UTF8.self), radix: 16) : nil
    }
  }
}

/// The notation of JSON numbers.
enum JSONNumber {
  /// Returns whether a text is a JSON number.
  ///
  /// - Source: RFC 8259, section 6.
  static func isValid(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    func isDigit(_ byte: UInt8?) -> Bool { byte.map { 0x30...0x39 ~= $0 } ?? false }
    func digits() -> Int {
      let run = rest.prefix { isDigit($0) }
      rest = rest.dropFirst(run.count)
      return run.count
    }
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    if rest.first == UInt8(ascii: "0") {
      rest.removeFirst()
    } else if digits() == 0 {
      return false
    }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      if digits() == 0 { return false }
    }
    if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      if let sign = rest.first, "+-".utf8.contains(sign) { rest.removeFirst() }
      if digits() == 0 { return false }
    }
    return rest.isEmpty
  }
}
