/// One value of a JSON document, named by where it starts. Cheap to copy, and valid in every later
/// snapshot of the same body: bytes that have arrived never move.
package struct JSONNode: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The body itself: its children are the roots, one for JSON and one a line for JSON Lines.
    case document
    case object, array, string, number
    case `true`, `false`, null
    /// A word that JSON does not have, such as `NaN`.
    case unknown
    /// Nothing where a value should be, as in `[1,,2]`; the node's offset is where it was missed.
    case missing
  }

  /// Where the value's first byte is, in bytes from the start of the body.
  package let offset: Int
  package let kind: Kind
  /// How many containers enclose it: 0 for a root, -1 for the document.
  package let depth: Int

  package init(offset: Int, kind: Kind, depth: Int) {
    self.offset = offset
    self.kind = kind
    self.depth = depth
  }

  /// Whether it can be opened.
  package var isContainer: Bool { kind == .object || kind == .array || kind == .document }
}

/// How many children a container has.
package enum ChildCount: Hashable, Sendable {
  case exactly(Int)
  /// The container's end has not arrived, or lies too far to look for it now.
  case atLeast(Int)

  /// The number known so far.
  package var known: Int {
    switch self {
    case .exactly(let count), .atLeast(let count): count
    }
  }
}

/// A child as a row shows it.
package struct JSONChild: Hashable, Sendable {
  package let node: JSONNode
  /// Its position among its siblings, from 0.
  package let ordinal: Int
  /// The raw text of its key between the quotes, escapes and all, cut to the preview length;
  /// `nil` in an array.
  package let key: [UInt8]?
  /// The first raw bytes of the value, cut to the preview length. Not yet safe to draw: control
  /// bytes, invalid UTF-8 and half a character at the end are possible.
  package let preview: [UInt8]
  /// Whether the value goes on behind the preview.
  package let isCut: Bool
  /// For a container, how many children it has.
  package let childCount: ChildCount?
  /// How large the value is; nil when no preview was asked for.
  package let size: ValueSize?

  /// Whether the key may go on behind its preview.
  package var isKeyCut: Bool { (key?.count ?? 0) >= JSONDocument.previewLength }
}

/// A place in a text as people count it: both from 1, columns in Unicode scalars.
package struct TextPlace: Hashable, Sendable {
  package let line: Int
  package let column: Int
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}
