/// A rendered response as rows of text. Each piece of text has a role, but no colour or position.
///
/// The text is untrusted and not safe to draw.
package struct RenderedView: Hashable, Sendable {
  /// The maximum number of rows. Further content is visible only in the tree view.
  package static let mostRows = 5_000
  /// The maximum length of text in characters. Longer text is cut.
  package static let longestText = 2_000

  /// The role of a piece of text.
  package enum Tone: Hashable, Sendable { case text, strong, heading, dim, good, bad, number, link }

  package struct Piece: Hashable, Sendable {
    package let text: String
    package let tone: Tone

    package init(_ text: String, _ tone: Tone = .text) {
      (self.text, self.tone) = (text.onOneLine(RenderedView.longestText), tone)
    }
  }

  /// A cell of a table.
  package struct Cell: Hashable, Sendable {
    package let text: String
    package let tone: Tone
    /// The number used for sorting, or nil to sort by text. For a bar, the filled fraction of the
    /// column.
    package let amount: Double?

    package init(_ text: String, _ tone: Tone = .text, amount: Double? = nil) {
      self.text = text.onOneLine(RenderedView.longestText)
      (self.tone, self.amount) = (tone, amount)
    }
  }

  package struct Column: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case text, number, bar }

    package let title: String
    package let kind: Kind
    /// The widest text of the column.
    package fileprivate(set) var widest: String

    package init(_ title: String, _ kind: Kind = .text) {
      (self.title, self.kind, widest) = (title, kind, title)
    }
  }

  package enum Row: Hashable, Sendable {
    case blank
    case prose(indent: Int, [Piece])
    /// The titles of the table's columns.
    case titles
    /// The cells of a row, one for each column.
    case cells([Cell])
  }

  /// The operations that the user can perform on the rows.
  package enum RowOperations: Hashable, Sendable { case fixed, sortable, filterable }

  package let operations: RowOperations
  /// The columns of the table, or an empty array if there is no table.
  package private(set) var columns: [Column]
  package let rows: [Row]

  package init(_ habit: RowOperations, columns: [Column], rows: [Row]) {
    self.operations = habit
    self.columns = columns
    self.rows = rows
    for case .cells(let cells) in self.rows {
      for (place, cell) in cells.enumerated() where place < columns.count {
        if cell.text.roughWidth > self.columns[place].widest.roughWidth {
          self.columns[place].widest = cell.text
        }
      }
    }
  }
}

extension RenderedView.Row {
  /// The row as plain text, with two spaces between cells.
  package var text: String {
    switch self {
    case .blank, .titles: ""
    case .prose(_, let pieces): pieces.map(\.text).joined()
    case .cells(let cells): cells.map(\.text).filter { !$0.isEmpty }.joined(separator: "  ")
    }
  }
}

extension String {
  /// Returns the first `most` characters. Line breaks become spaces.
  fileprivate func onOneLine(_ most: Int) -> String {
    let head = prefix(most)
    let cut = head.endIndex < endIndex ? head + "…" : head
    return cut.contains(where: \.isNewline)
      ? String(cut.map { $0.isNewline ? " " : $0 }) : String(cut)
  }

  /// The approximate width in columns, used to find the widest text. Only that text is measured
  /// exactly.
  fileprivate var roughWidth: Int {
    unicodeScalars.reduce(0) { $0 + ($1.value >= 0x1100 ? 2 : 1) }
  }
}
