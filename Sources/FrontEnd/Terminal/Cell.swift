/// The content of a cell: a scalar and its combining marks.
///
/// A glyph is small and contains no references, so that comparing two frames is cheap. The second
/// cell of a wide character contains `continuation`.
package struct Glyph: Hashable, Sendable {
  /// The base scalar, or zero in a continuation.
  package let base: UInt32
  private let mark1: UInt32
  private let mark2: UInt32
  private let mark3: UInt32
  private let mark4: UInt32
  /// The number of columns: 1 or 2, or 0 for a continuation.
  package let width: UInt8

  /// The maximum number of combining marks in a cell.
  package static let maximumMarks = 4
  package static let blank = Glyph(" ", width: 1)
  /// The second cell of a wide character.
  package static let continuation = Glyph(base: 0, marks: [], width: 0)

  /// Creates a glyph from one scalar.
  package init(_ scalar: Unicode.Scalar, width: UInt8) {
    self.init(base: scalar.value, marks: [], width: width)
  }

  init(base: UInt32, marks: [UInt32], width: UInt8) {
    self.base = base
    self.width = width
    mark1 = marks.count > 0 ? marks[0] : 0
    mark2 = marks.count > 1 ? marks[1] : 0
    mark3 = marks.count > 2 ? marks[2] : 0
    mark4 = marks.count > 3 ? marks[3] : 0
  }

  package var marks: [UInt32] {
    mark1 == 0 ? [] : [mark1, mark2, mark3, mark4].filter { $0 != 0 }
  }

  /// Whether this is the right half of a wide character.
  package var isContinuation: Bool { width == 0 }

  /// The glyph as text, or an empty string for a continuation.
  package var text: String {
    guard !isContinuation else { return "" }
    var scalars = String.UnicodeScalarView()
    for value in [base] + marks {
      if let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
    }
    return String(scalars)
  }
}

/// A visible cell: its glyph and its ink.
package struct Cell: Hashable, Sendable {
  package var glyph: Glyph
  package var ink: Ink

  /// Creates a cell. By default, the cell is empty.
  package init(_ glyph: Glyph = .blank, _ ink: Ink = Ink(.text)) {
    self.glyph = glyph
    self.ink = ink
  }
}
