import ClientDocuments
import ClientModel

extension FormValue {
  /// Parses JSON text in which `{{name}}` may replace a value. The digits of numbers are preserved.
  ///
  /// Returns nil if the text is not JSON, repeats a member name, has a lone surrogate, or has more
  /// than 200 levels.
  init?(json text: String) {
    var reader = JSONReader(Array(text.utf8)[...])
    guard let value = Self.value(&reader, depth: 0), reader.token() == nil else { return nil }
    self = value
  }

  /// Parses a choice, default or example of a schema, which is valid JSON.
  init(known json: String) { self = FormValue(json: json) ?? .bare(json) }

  private static func value(_ reader: inout JSONReader, depth: Int) -> FormValue? {
    guard depth < 200, let token = reader.token() else { return nil }
    let bytes = reader.bytes[token]
    switch bytes.first {
    case UInt8(ascii: "["):
      var values: [FormValue] = []
      if reader.take("]") { return .list([]) }
      repeat {
        guard let value = value(&reader, depth: depth + 1) else { return nil }
        values.append(value)
      } while reader.take(",")
      return reader.take("]") ? .list(values) : nil
    case UInt8(ascii: "{") where bytes.count == 1:
      var members: [Member] = []
      var names: Set<String> = []
      if reader.take("}") { return .object([]) }
      repeat {
        guard case .text(let name)? = value(&reader, depth: depth), names.insert(name).inserted,
          reader.take(":"), let value = value(&reader, depth: depth + 1)
        else { return nil }
        members.append(Member(name, value))
      } while reader.take(",")
      return reader.take("}") ? .object(members) : nil
    case UInt8(ascii: "{"): return .bare(String(decoding: bytes, as: UTF8.self))
    default: return scalar(bytes)
    }
  }

  private static func scalar(_ bytes: ArraySlice<UInt8>) -> FormValue? {
    var validator = JSONValidator()
    validator.feed(bytes)
    guard validator.finish() == nil, validator.remarks.isEmpty else { return nil }
    if bytes.first == UInt8(ascii: "\"") {
      return .text(JSONText.string(bytes.dropFirst().dropLast()))
    }
    let word = String(decoding: bytes, as: UTF8.self)
    return word == "null" ? .null : .bare(word)
  }
}

/// The syntax of JSON numbers.
enum JSONNumber {
  /// Returns whether the text is a JSON number.
  ///
  /// - Source: RFC 8259, section 6.
  static func isValid(_ text: String) -> Bool {
    text.utf8.allSatisfy { "+-.0123456789eE".utf8.contains($0) }
      && JSONValidator.fault(in: Array(text.utf8)) == nil
  }
}
