package import ClientDocuments

/// A displayed row of a body's tree or text.
package enum DocumentRow: Hashable, Sendable {
  case tree(TreeRow)
  case line(TextRow)
  /// A node of a body that is not JSON: an element, field, part or event.
  case outline(OutlineRow)
  case table(TableRow)
}

/// A row with one value of a JSON body.
package struct TreeRow: Hashable, Sendable {
  /// The text before the value.
  package enum Label: Hashable, Sendable {
    /// The only value of a body.
    case root
    /// A member's decoded key. Untrusted: not safe to draw.
    case key(String)
    /// The zero-based index of an element.
    case place(Int)
  }

  package enum Kind: Hashable, Sendable {
    case object, array, string, number, boolean, null
    /// Text that is not JSON, or a missing value.
    case unknown

    /// Whether the value is a number, a Boolean or null, which always fits in a row.
    package var isPlain: Bool { self == .number || self == .boolean || self == .null }
  }

  package var label: Label
  package var kind: Kind
  /// The number of enclosing containers.
  package var depth: Int
  /// The start of the value's text, with escapes decoded. Untrusted: not safe to draw.
  package var preview: String
  /// Whether the value is longer than the preview.
  package var isCut: Bool
  /// The number of children, or nil for a scalar.
  package var children: Int?
  /// Whether more children may arrive.
  package var mayGrow: Bool
  package var isOpen: Bool
  /// The size of the value in the body, or nil if it is unknown.
  package var size: ValueSize?
  /// The position of the value in the body, or nil if it is unknown.
  package var place: TextPosition?
  package var oddities: [Oddity] = []
  /// Whether the key contains invalid text. The label shows such a key as written.
  package var isKeyOdd = false
  /// Whether the key is longer than the label.
  package var isKeyCut = false
  /// The error as a sentence if the value is not JSON, or nil if it is valid.
  package var fault: String?

  package init(
    label: Label, kind: Kind, depth: Int, preview: String = "", isCut: Bool = false,
    children: Int? = nil, mayGrow: Bool = false, isOpen: Bool = false
  ) {
    self.label = label
    self.kind = kind
    self.depth = depth
    self.preview = preview
    self.isCut = isCut
    self.children = children
    self.mayGrow = mayGrow
    self.isOpen = isOpen
  }

  package var isContainer: Bool { kind == .object || kind == .array }
}

/// A line of text, or a row of bytes.
package struct TextRow: Hashable, Sendable {
  /// The one-based line number at the left, or nil for hexadecimal rows.
  package var number: Int?
  /// The text of the row. Untrusted: not safe to draw.
  package var text: String
  /// Whether the line is longer than the text.
  package var isCut: Bool

  package init(number: Int?, text: String, isCut: Bool = false) {
    self.number = number
    self.text = text
    self.isCut = isCut
  }
}

/// Consecutive rows of a body.
package struct RowWindow: Hashable, Sendable {
  /// The number of the first row.
  package var offset: Int
  package var rows: [DocumentRow]
  /// The current number of rows in the body.
  package var total: Int
  /// The columns of the table, or nil if the rows are not table rows.
  package var table: TableHead?
  /// The number of bytes per hexadecimal row, or nil for other rows.
  package var hexLength: HexRows.Length?
  /// The number of bytes at which lines are cut.
  package var lineLength = 2048
  /// The path to the container of the first row in a tree.
  package var lead: [Crumb] = []

  package init(
    offset: Int = 0, rows: [DocumentRow] = [], total: Int = 0, lead: [Crumb] = []
  ) {
    self.lead = lead
    self.offset = offset
    self.rows = rows
    self.total = total
  }

  /// Returns the row with this number, or nil if it is not in the window.
  package subscript(row: Int) -> DocumentRow? {
    rows.indices.contains(row - offset) ? rows[row - offset] : nil
  }

  /// Returns whether the window contains all existing rows in `range`.
  package func holds(_ range: Range<Int>) -> Bool {
    let wanted = range.clamped(to: 0..<max(0, total))
    return wanted.isEmpty
      || (wanted.lowerBound >= offset && wanted.upperBound <= offset + rows.count)
  }
}
