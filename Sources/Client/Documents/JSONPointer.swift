/// A path to one value of a JSON document.
///
/// - Source: RFC 6901.
package struct JSONPointer: Hashable, Sendable {
  /// The decoded keys and array indices, or an empty array for the root.
  package let parts: [String]

  package init(parts: [String]) { self.parts = parts }

  /// Parses a pointer such as `/items/0/a~1b`. An empty string is the root.
  package init(_ text: String) throws(DocumentError) {
    guard !text.isEmpty else {
      parts = []
      return
    }
    guard text.utf8.first == UInt8(ascii: "/") else { throw DocumentError.badPointer(text: text) }
    var parts: [String] = []
    // The text is split by scalars, because a slash and a combining mark after it are a single
    // `Character`.
    for raw in text.unicodeScalars.dropFirst().split(
      separator: "/", omittingEmptySubsequences: false)
    {
      guard let part = Self.decoded(raw) else { throw DocumentError.badPointer(text: text) }
      parts.append(part)
    }
    self.parts = parts
  }

  /// The pointer in the notation of RFC 6901, section 5.
  package var text: String {
    var text = ""
    for part in parts {
      text += "/"
      for scalar in part.unicodeScalars {
        switch scalar {
        case "~": text += "~0"
        case "/": text += "~1"
        default: text.unicodeScalars.append(scalar)
        }
      }
    }
    return text
  }

  private static func decoded(_ raw: Substring.UnicodeScalarView) -> String? {
    var result = String.UnicodeScalarView()
    var rest = raw
    while let scalar = rest.popFirst() {
      guard scalar == "~" else {
        result.append(scalar)
        continue
      }
      switch rest.popFirst() {
      case "0": result.append("~")
      case "1": result.append("/")
      default: return nil
      }
    }
    return String(result)
  }

  /// Returns the array index in a part, or nil if the part does not consist of digits or has a
  /// leading zero (section 4).
  static func place(_ part: String) -> Int? {
    guard part.utf8.allSatisfy(JSONByte.isDigit), part == "0" || part.utf8.first != 0x30 else {
      return nil
    }
    return Int(part)
  }
}
