package import ClientDocuments

/// One row of a body as it is shown: of its tree, or of its text.
package enum DocumentRow: Hashable, Sendable {
  case tree(TreeRow)
  case line(TextRow)
  /// A node of a body that is not JSON: an element, a field, a part, an event.
  case outline(OutlineRow)
  case table(TableRow)
}

/// One value of a JSON body in one row.
package struct TreeRow: Hashable, Sendable {
  /// What stands before the value.
  package enum Label: Hashable, Sendable {
    /// The only value of a body.
    case root
    /// A member's key, decoded. Text from outside, not safe to draw.
    case key(String)
    /// An item's place, from 0.
    case place(Int)
  }

  package enum Kind: Hashable, Sendable {
    case object, array, string, number, boolean, null
    /// What is not JSON, or a value that is missing.
    case unknown

    /// Whether it stands for itself in one row: it holds nothing, and is not text that may be long.
    package var isPlain: Bool { self == .number || self == .boolean || self == .null }
  }

  package var label: Label
  package var kind: Kind
  /// How many containers enclose it.
  package var depth: Int
  /// The value's own text for a scalar, or the first of what is inside a container; cut, and with
  /// escapes by what they mean. Text from outside, not safe to draw.
  package var preview: String
  /// Whether the value goes on behind the preview.
  package var isCut: Bool
  /// How many children a container has; nil for a scalar.
  package var children: Int?
  /// True while more children may come.
  package var mayGrow: Bool
  package var isOpen: Bool
  /// How large the value is in the body; nil when that is not known.
  package var size: ValueSize?
  /// Where it stands in the body; nil where that is not known.
  package var place: TextPlace?
  /// What is odd about it.
  package var oddities: [Oddity] = []
  /// Whether its key holds what is not text: the label then shows it as it is written.
  package var isKeyOdd = false
  /// Whether its key goes on behind what the label has of it.
  package var isKeyCut = false
  /// Why it is not JSON, in a sentence; nil for what is.
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

/// One line of a text, or a row of bytes of what is not text.
package struct TextRow: Hashable, Sendable {
  /// What stands at its left: a line's number from 1, or nothing for hexadecimal rows.
  package var number: Int?
  /// Text from outside, not safe to draw.
  package var text: String
  /// Whether the line goes on behind the text.
  package var isCut: Bool

  package init(number: Int?, text: String, isCut: Bool = false) {
    self.number = number
    self.text = text
    self.isCut = isCut
  }
}

/// Neighbouring rows of a body.
package struct RowWindow: Hashable, Sendable {
  /// The number of the first.
  package var offset: Int
  package var rows: [DocumentRow]
  /// The number of rows of the body at the moment.
  package var total: Int
  /// The columns, where the rows are a table's.
  package var table: TableHead?
  /// The number of bytes in a row; nil unless the rows are hexadecimal.
  package var hexLength: HexRows.Length?
  /// In a tree, the way to the container around the first row.
  package var lead: [Crumb] = []

  package init(
    offset: Int = 0, rows: [DocumentRow] = [], total: Int = 0, lead: [Crumb] = []
  ) {
    self.lead = lead
    self.offset = offset
    self.rows = rows
    self.total = total
  }

  /// The row of this number; nil when it is not in the window.
  package subscript(row: Int) -> DocumentRow? {
    rows.indices.contains(row - offset) ? rows[row - offset] : nil
  }

  /// Whether it has every one of these rows that exists.
  package func holds(_ range: Range<Int>) -> Bool {
    let wanted = range.clamped(to: 0..<max(0, total))
    return wanted.isEmpty
      || (wanted.lowerBound >= offset && wanted.upperBound <= offset + rows.count)
  }
}
