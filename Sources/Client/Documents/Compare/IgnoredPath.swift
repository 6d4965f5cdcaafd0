/// A path of values that a comparison ignores: `.meta.requestId`, `.items[].updated_at`, `.["odd
/// key"]`.
package struct IgnoredPath: Hashable, Sendable {
  package enum Part: Hashable, Sendable {
    case key(String)
    /// Every element of an array.
    case element
  }

  package let parts: [Part]

  package init(_ parts: [Part]) { self.parts = parts }

  /// Reads a path in jq's notation. Returns nil for any other text, and for the path of the body
  /// itself.
  package init?(_ text: String) {
    guard let way = PathFilter(text), !way.isIdentity else { return nil }
    var parts: [Part] = []
    for step in way.steps {
      switch step {
      case .field(let key, .demanded): parts.append(.key(String(decoding: key, as: UTF8.self)))
      // An index means every element, since an element may have a different index in the other
      // body.
      case .item(_, .demanded), .each(.demanded): parts.append(.element)
      case .field, .item, .each, .slice, .mark, .test: return nil
      }
    }
    self.parts = parts
  }

  /// The path in jq's notation.
  package var text: String {
    var text = ""
    for part in parts {
      switch part {
      case .element: text += text.isEmpty ? ".[]" : "[]"
      case .key(let key):
        let isPlain = JSONDocument.isPlain(key)
        text += isPlain ? ".\(key)" : "\(text.isEmpty ? "." : "")[\(JSONText.quoted(key))]"
      }
    }
    return text
  }
}
