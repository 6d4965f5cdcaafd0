/// A path whose values are ignored by a comparison: `.meta.requestId`, `.items[].updated_at`,
/// `.["odd key"]`.
package struct IgnoredPath: Hashable, Sendable {
  package enum Part: Hashable, Sendable {
    case key(String)
    case element
  }

  package let parts: [Part]

  package init(_ parts: [Part]) { self.parts = parts }

  /// Parses a path in jq syntax. Returns nil for the path `.`, and for text that is not a path.
  package init?(_ text: String) {
    guard let way = PathFilter(text), !way.isIdentity else { return nil }
    var parts: [Part] = []
    for step in way.steps {
      switch step {
      case .field(let key, .demanded): parts.append(.key(String(decoding: key, as: UTF8.self)))
      // An index is read as all elements, because the same element may have different indices in
      // the two bodies.
      case .item(_, .demanded), .each(.demanded): parts.append(.element)
      case .field, .item, .each, .slice, .mark, .test: return nil
      }
    }
    self.parts = parts
  }

  /// The path in jq syntax.
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
