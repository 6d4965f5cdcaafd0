/// A value of a JSON document, identified by its offset. A node is also valid in every later
/// snapshot of the same body, because received bytes do not move.
package struct JSONNode: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The complete body, with one root in JSON, or one root per line in JSON Lines.
    case document
    case object, array, string, number
    case `true`, `false`, null
    /// A word that is not in JSON, such as `NaN`.
    case unknown
    /// A missing value, as in `[1,,2]`, at the offset of the node.
    case missing
  }

  /// The offset of the value's first byte in the body.
  package let offset: Int
  package let kind: Kind
  /// The number of enclosing containers, which is 0 for a root and -1 for the document.
  package let depth: Int

  package init(offset: Int, kind: Kind, depth: Int) {
    self.offset = offset
    self.kind = kind
    self.depth = depth
  }

  /// Whether the node can have children.
  package var isContainer: Bool { kind == .object || kind == .array || kind == .document }
}

/// The number of children of a container.
package enum ChildCount: Hashable, Sendable {
  case exactly(Int)
  /// The minimum number, because the end of the container has not been received or is too far away.
  case atLeast(Int)

  /// The exact number, or the minimum if the exact number is unknown.
  package var known: Int {
    switch self {
    case .exactly(let count), .atLeast(let count): count
    }
  }
}

/// A child of a container, with the text for its row.
package struct JSONChild: Hashable, Sendable {
  package let node: JSONNode
  /// The zero-based index among the siblings.
  package let ordinal: Int
  /// The raw key between the quotes, including escapes, cut to the preview length, or nil in an
  /// array.
  package let key: [UInt8]?
  /// The raw bytes of the value, cut to the preview length. They are not safe to draw, and may
  /// contain control bytes, invalid UTF-8 and an incomplete last character.
  package let preview: [UInt8]
  /// Whether the value is longer than its preview.
  package let isCut: Bool
  /// The number of children, or nil if the value is not a container.
  package let childCount: ChildCount?
  /// The size of the value, or nil if no preview was requested.
  package let size: ValueSize?

  /// Whether the key may be longer than its preview.
  package var isKeyCut: Bool { (key?.count ?? 0) >= JSONDocument.previewLength }
}

/// A line and column in text, both one-based. Columns are Unicode scalars.
package struct TextPosition: Hashable, Sendable {
  package let line: Int
  package let column: Int
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}
