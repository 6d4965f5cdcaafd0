/// Values that a comparison leaves out: `.meta.requestId`, `.items[].updated_at`, `.["odd key"]`.
package struct IgnoredPath: Hashable, Sendable {
  package enum Part: Hashable, Sendable {
    case key(String)
    /// Every element of an array.
    case element
  }

  package let parts: [Part]

  package init(_ parts: [Part]) { self.parts = parts }

  /// Reads a path as jq writes it; nil for anything else, and for the whole body.
  package init?(_ text: String) {
    var parts: [Part] = []
    var rest = Substring(text)
    guard rest.first == "." else { return nil }
    while let first = rest.first {
      switch first {
      case ".":
        rest.removeFirst()
        if rest.first == "[" { continue }
        if rest.first == "\"" {
          guard let key = Self.quoted(&rest) else { return nil }
          parts.append(.key(key))
          continue
        }
        let name = rest.prefix { $0 != "." && $0 != "[" }
        guard !name.isEmpty else { return nil }
        parts.append(.key(String(name)))
        rest = rest.dropFirst(name.count)
      case "[":
        rest.removeFirst()
        if rest.first == "\"" {
          guard let key = Self.quoted(&rest) else { return nil }
          parts.append(.key(key))
        } else {
          // A single element cannot be meant: its place in the other body is another.
          rest = rest.drop { $0.isNumber }
          parts.append(.element)
        }
        guard rest.popFirst() == "]" else { return nil }
      default: return nil
      }
    }
    guard !parts.isEmpty else { return nil }
    self.parts = parts
  }

  private static func quoted(_ rest: inout Substring) -> String? {
    let bytes = Array(rest.utf8)
    var end = 1
    while end < bytes.count, bytes[end] != JSONByte.quote {
      end += bytes[end] == JSONByte.backslash ? 2 : 1
    }
    guard end < bytes.count else { return nil }
    rest = Substring(rest.utf8.dropFirst(end + 1))
    return JSONText.string(bytes[1..<end])
  }

  /// As jq writes it.
  package var text: String {
    var text = ""
    for part in parts {
      switch part {
      case .element: text += text.isEmpty ? ".[]" : "[]"
      case .key(let key):
        let isPlain =
          !key.isEmpty
          && key.utf8.allSatisfy {
            $0 == UInt8(ascii: "_") || JSONByte.isDigit($0)
              || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
          } && !JSONByte.isDigit(key.utf8.first ?? 0)
        text += isPlain ? ".\(key)" : "\(text.isEmpty ? "." : "")[\(JSONText.quoted(key))]"
      }
    }
    return text
  }
}
