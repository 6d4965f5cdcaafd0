/// One value of a JSON document, identified by its offset. A node is cheap to copy and valid in
/// every later snapshot of the same body, since received bytes never move.
package struct JSONNode: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The body itself. Its children are the roots: one for JSON, one per line for JSON Lines.
    case document
    case object, array, string, number
    case `true`, `false`, null
    /// A word that JSON does not have, such as `NaN`.
    case unknown
    /// A missing value, as in `[1,,2]`. The node's offset is the position where a value was
    /// expected.
    case missing
  }

  /// The offset of the value's first byte, in bytes from the start of the body.
  package let offset: Int
  package let kind: Kind
  /// The number of enclosing containers: 0 for a root, -1 for the document.
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
  /// The minimum number. The container's end has not been received, or is too far away to search
  /// for.
  case atLeast(Int)

  /// The number known so far.
  package var known: Int {
    switch self {
    case .exactly(let count), .atLeast(let count): count
    }
  }
}

/// A child of a container, with the text for its row.
package struct JSONChild: Hashable, Sendable {
  package let node: JSONNode
  /// The index among the siblings, from 0.
  package let ordinal: Int
  /// The raw text of the key between the quotes, with escapes, cut to the preview length; nil in an
  /// array.
  package let key: [UInt8]?
  /// The first raw bytes of the value, cut to the preview length. They may contain control bytes,
  /// invalid UTF-8 and an incomplete character at the end, so they are not safe to draw.
  package let preview: [UInt8]
  /// Whether the value is longer than its preview.
  package let isCut: Bool
  /// The number of children, for a container.
  package let childCount: ChildCount?
  /// The size of the value, or nil if no preview was requested.
  package let size: ValueSize?

  /// Whether the key may be longer than its preview.
  package var isKeyCut: Bool { (key?.count ?? 0) >= JSONDocument.previewLength }
}

/// A position in text as line and column, both counted from 1. Columns are Unicode scalars.
package struct TextPosition: Hashable, Sendable {
  package let line: Int
  package let column: Int
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}
