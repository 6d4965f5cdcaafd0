/// A path to a single value, typed or pasted by the user: `.a[3].b` as in jq, `$.a` and `$['a']` as
/// in JSONPath, or `/a/3/b` as in JSON Pointer.
///
/// - Source: RFC 6901 for pointers, and RFC 9535, section 2.3, for names and indices in brackets.
package struct ValuePath: Hashable, Sendable {
  package enum Part: Hashable, Sendable {
    case key(String)
    /// An index of an array. A negative index is relative to the end.
    case place(Int)
    /// A key or an array index, written between slashes or dots.
    case either(String)
  }

  package let parts: [Part]

  package init(parts: [Part]) { self.parts = parts }

  /// Parses a path.
  ///
  /// - Returns: Nil if the text is not a path to a single value.
  package init?(_ text: String) {
    var scalars = Array(text.unicodeScalars)[...].drop { $0.properties.isWhitespace }
    // The prompt contains a dot, which must be removed before a pasted path in JSONPath or pointer
    // syntax.
    if scalars.first == ".", let next = scalars.dropFirst().first,
      "$/#".unicodeScalars.contains(next)
    {
      scalars.removeFirst()
    }
    if scalars.first == "$" || (scalars.first == "#" && scalars.dropFirst().first == "/") {
      scalars.removeFirst()
    }
    if scalars.first == "/" {
      do throws(DocumentError) {
        let pointer = try JSONPointer(String(String.UnicodeScalarView(scalars)))
        parts = pointer.parts.map(Part.either)
      } catch {
        return nil
      }
      return
    }
    // In a pointer, a trailing space is part of the key.
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    var reader = Reader(scalars: scalars)
    guard let parts = reader.parts() else { return nil }
    self.parts = parts
  }

  private struct Reader {
    var scalars: ArraySlice<UnicodeScalar>

    mutating func parts() -> [Part]? {
      var parts: [Part] = []
      if scalars.first != ".", scalars.first != "[", !scalars.isEmpty { parts.append(name()) }
      while let mark = scalars.popFirst() {
        switch mark {
        case ".":
          // A single dot is the complete body, and a dot before a bracket or quote is jq syntax.
          if scalars.isEmpty { return parts.isEmpty ? parts : nil }
          if scalars.first == "[" { continue }
          if scalars.first == "\"" {
            guard let key = quoted() else { return nil }
            parts.append(.key(key))
          } else if scalars.first == "." {
            return nil
          } else {
            parts.append(name())
          }
        case "[":
          guard let part = bracketed() else { return nil }
          parts.append(part)
        default: return nil
        }
      }
      return parts
    }

    private mutating func name() -> Part {
      let name = scalars.prefix { $0 != "." && $0 != "[" }
      scalars = scalars.dropFirst(name.count)
      return .either(String(String.UnicodeScalarView(name)))
    }

    /// Parses the text in brackets, up to and including the closing bracket.
    private mutating func bracketed() -> Part? {
      let part: Part
      if scalars.first == "\"" || scalars.first == "'" {
        guard let key = quoted() else { return nil }
        part = .key(key)
      } else {
        let digits = scalars.prefix { $0 != "]" }
        scalars = scalars.dropFirst(digits.count)
        guard let place = Int(String(String.UnicodeScalarView(digits))) else { return nil }
        part = .place(place)
      }
      return scalars.popFirst() == "]" ? part : nil
    }

    private mutating func quoted() -> String? {
      guard let quote = scalars.popFirst() else { return nil }
      var raw = String.UnicodeScalarView()
      while let scalar = scalars.popFirst(), scalar != quote {
        raw.append(scalar)
        if scalar == "\\", let escaped = scalars.popFirst() {
          if escaped == "'" { raw.removeLast() }
          raw.append(escaped)
        } else if scalar == "\\" {
          return nil
        }
        if scalars.isEmpty { return nil }
      }
      return JSONText.string(Array(String(raw).utf8))
    }
  }
}

/// The result of following a path in a body.
package struct FollowedPath: Hashable, Sendable {
  /// The value at the end of the path or, if that does not exist, the last existing value on the
  /// path, or nil.
  package let node: JSONNode?
  /// The first part that does not exist, or nil if the complete path exists.
  package let missing: ValuePath.Part?
}

extension JSONDocument {
  /// Follows a path to its end or to the first part that does not exist. Uses the first value of a
  /// repeated key.
  ///
  /// An index is found within a millisecond. A key is searched from the start of its object, which
  /// takes about a second per gigabyte. In JSON Lines, the first part is the index of the line.
  package func follow(_ path: ValuePath) throws(DocumentError) -> FollowedPath {
    var node = form == .lines ? document : try root()
    for part in path.parts {
      guard let around = node, let next = try child(part, of: around) else {
        return FollowedPath(node: node?.kind == .document ? nil : node, missing: part)
      }
      node = next
    }
    return FollowedPath(node: node?.kind == .document ? nil : node, missing: nil)
  }

  private func child(
    _ part: ValuePath.Part, of node: JSONNode
  ) throws(DocumentError) -> JSONNode? {
    switch (part, node.kind) {
    case (.key(let key), .object), (.either(let key), .object): return try child(key, of: node)
    case (.place(let place), .array), (.place(let place), .document):
      let count = try childCount(of: node).known
      return try child(String(place < 0 ? place + count : place), of: node)
    case (.either(let text), .array), (.either(let text), .document):
      return try child(text, of: node)
    default: return nil
    }
  }
}
