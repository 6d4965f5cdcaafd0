/// The value after a step of a path, which is in the body or derived from values in the body.
enum PathValue: Sendable {
  case node(JSONNode)
  /// The value of an absent key.
  case null
  /// A range of array items, as in `.[2:5]`.
  case slice(JSONNode, Range<Int>)
  /// A decoded part of a string.
  case text([UInt8])
}

extension JSONDocument {
  /// Returns jq's name for the type of a value.
  func typeName(of value: PathValue) -> String {
    switch value {
    case .null: "null"
    case .slice: "array"
    case .text: "string"
    case .node(let node):
      switch node.kind {
      case .null, .unknown, .missing: "null"
      case .true, .false: "boolean"
      case .number: "number"
      case .string: "string"
      case .array, .document: "array"
      case .object: "object"
      }
    }
  }

  /// Returns whether a condition in `select` is true for a value.
  func passes(_ value: PathValue, _ test: PathFilter.Test) throws(DocumentError) -> Bool {
    switch test {
    case .isTrue:
      switch value {
      case .null: return false
      case .slice, .text: return true
      case .node(let node):
        return ![.null, .false, .unknown, .missing].contains(node.kind)
      }
    case .compare(let comparison, let literal):
      return comparison.holds(try order(of: value, literal))
    }
  }

  /// Compares a value with a literal in jq's order: null, false, true, numbers, strings, arrays,
  /// objects. Returns a negative number if the value is less, 0 if both are equal, and otherwise a
  /// positive number.
  private func order(
    of value: PathValue, _ literal: PathFilter.Literal
  ) throws(DocumentError) -> Int {
    let difference = try rank(of: value) - literal.rank
    if difference != 0 { return difference }
    switch literal {
    case .null, .boolean: return 0
    case .number(let number):
      guard case .node(let node) = value else { return 0 }
      let mine = Double(String(decoding: try rawText(of: node), as: UTF8.self)) ?? 0
      return mine < number ? -1 : mine == number ? 0 : 1
    case .string(let text):
      let mine = try decodedString(value)
      if mine == text { return 0 }
      return mine.lexicographicallyPrecedes(text) ? -1 : 1
    }
  }

  private func rank(of value: PathValue) throws(DocumentError) -> Int {
    switch typeName(of: value) {
    case "null": return 0
    case "boolean":
      if case .node(let node) = value, node.kind == .true { return 2 }
      return 1
    case "number": return 3
    case "string": return 4
    case "array": return 5
    default: return 6
    }
  }

  /// Returns a string as UTF-8. As in jq, invalid UTF-8 becomes U+FFFD.
  func decodedString(_ value: PathValue) throws(DocumentError) -> [UInt8] {
    switch value {
    case .text(let bytes): return bytes
    case .node(let node): return Array((try string(of: node) ?? "").utf8)
    case .null, .slice: return []
    }
  }

  /// Returns the short form of a value for error messages of jq, truncated to 14 bytes.
  func shortText(of value: PathValue) throws(DocumentError) -> String {
    let text: [UInt8]
    switch value {
    case .null: text = Array("null".utf8)
    case .text(let bytes):
      text = Array(JSONText.quoted(String(decoding: bytes, as: UTF8.self)).utf8)
    case .slice: text = Array("[...]".utf8)
    case .node(let node): text = try rawText(of: node, limit: 64)
    }
    guard text.count > 14 else { return String(decoding: text, as: UTF8.self) }
    return String(decoding: text.prefix(11), as: UTF8.self) + "..."
  }
}

extension PathFilter.Literal {
  fileprivate var rank: Int {
    switch self {
    case .null: 0
    case .boolean(let value): value ? 2 : 1
    case .number: 3
    case .string: 4
    }
  }
}
