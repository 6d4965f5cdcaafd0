/// A response as its view shows it: rows of text with what each piece is, without colours or places.
///
/// Texts come from outside: not safe to draw.
package struct RenderedView: Hashable, Sendable {
  /// More rows than these are not made; the tree has them all.
  package static let mostRows = 5_000
  /// A longer text is cut after so many characters.
  package static let longestText = 2_000

  /// What a piece of text is.
  package enum Tone: Hashable, Sendable { case text, strong, heading, dim, good, bad, number, link }

  package struct Piece: Hashable, Sendable {
    package let text: String
    package let tone: Tone

    package init(_ text: String, _ tone: Tone = .text) {
      (self.text, self.tone) = (text.onOneLine(RenderedView.longestText), tone)
    }
  }

  /// One field of a table.
  package struct Cell: Hashable, Sendable {
    package let text: String
    package let tone: Tone
    /// What it is sorted by; nil sorts by the text. Of a bar, how much of the column it fills, 0 to 1.
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
    /// The text of the column that takes the most room.
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
    /// One field for each column.
    case cells([Cell])
  }

  /// What the user may do with the rows of the table.
  package enum Habit: Hashable, Sendable { case fixed, sortable, filterable }

  package let habit: Habit
  /// None where there is no table.
  package private(set) var columns: [Column]
  package let rows: [Row]

  package init(_ habit: Habit, columns: [Column], rows: [Row]) {
    self.habit = habit
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
  /// The row as plain text, fields apart by two blanks.
  package var text: String {
    switch self {
    case .blank, .titles: ""
    case .prose(_, let pieces): pieces.map(\.text).joined()
    case .cells(let cells): cells.map(\.text).filter { !$0.isEmpty }.joined(separator: "  ")
    }
  }
}

extension String {
  /// Line ends as blanks, and no more than so many characters.
  fileprivate func onOneLine(_ most: Int) -> String {
    let head = prefix(most)
    let cut = head.endIndex < endIndex ? head + "…" : head
    return cut.contains(where: \.isNewline)
      ? String(cut.map { $0.isNewline ? " " : $0 }) : String(cut)
  }

  /// About how many columns it takes; the terminal knows better, and measures only the widest.
  fileprivate var roughWidth: Int {
    unicodeScalars.reduce(0) { $0 + ($1.value >= 0x1100 ? 2 : 1) }
  }
}
