/// The handling of text that is wider than its area.
package enum Overflow: Hashable, Sendable {
  case clip
  /// The last visible cell is replaced by `…`.
  case ellipsis
}

/// The alignment of text in its area.
package enum Alignment: Hashable, Sendable {
  case left
  case center
  case right
}

/// A piece of text in one ink. A line consists of spans.
package struct Span: Hashable, Sendable {
  package var text: SafeText
  package var ink: Ink

  package init(_ text: SafeText, _ ink: Ink) {
    self.text = text
    self.ink = ink
  }
}

/// The characters of a panel's border.
package enum BorderShape: Hashable, Sendable {
  case single
  case rounded
  case double
  /// Consists of `+`, `-` and `|`.
  case ascii
}

extension Frame {
  /// Draws `text` in the first row of `rect`. The cells after the text do not change.
  ///
  /// - Returns: The number of columns drawn.
  @discardableResult
  package mutating func put(
    _ text: SafeText, in rect: Rect, ink: Ink, overflow: Overflow = .ellipsis,
    aligned alignment: Alignment = .left
  ) -> Int {
    put([Span(text, ink)], in: rect, overflow: overflow, aligned: alignment)
  }

  /// Draws consecutive spans in the first row of `rect`.
  ///
  /// - Returns: The number of columns drawn.
  @discardableResult
  package mutating func put(
    _ line: [Span], in rect: Rect, overflow: Overflow = .ellipsis,
    aligned alignment: Alignment = .left
  ) -> Int {
    let place = rect.row(0)
    let total = line.reduce(0) { $0 + $1.text.width }
    let free = max(0, place.width - total)
    let start = place.x + (alignment == .left ? 0 : alignment == .right ? free : free / 2)
    let cuts = total > place.width && overflow == .ellipsis
    let limit = place.right - (cuts ? 1 : 0)
    guard !place.isEmpty, place.y >= 0, place.y < size.height else { return 0 }
    var x = start
    spans: for span in line {
      for glyph in span.text.glyphs {
        guard x + Int(glyph.width) <= limit else {
          if cuts, x < place.right {
            set(Glyph("…", width: 1), span.ink, x: x, y: place.y)
            x += 1
          }
          break spans
        }
        set(glyph, span.ink, x: x, y: place.y)
        x += Int(glyph.width)
      }
    }
    return x - start
  }

  /// Fills every cell of `rect` with a character that is one column wide.
  package mutating func fill(_ rect: Rect, ink: Ink, with character: Unicode.Scalar = " ") {
    let area = rect.intersection(bounds)
    let glyph = Glyph(character, width: 1)
    for y in area.y..<area.bottom {
      for x in area.x..<area.right { set(glyph, ink, x: x, y: y) }
    }
  }

  /// Sets the ground of every cell of `rect`. Used to mark a row or a search match.
  package mutating func lay(_ ground: Ground, under rect: Rect) {
    let area = rect.intersection(bounds)
    for y in area.y..<area.bottom {
      for x in area.x..<area.right {
        let place = y * size.width + x
        replace(place, with: Cell(cells[place].glyph, cells[place].ink.on(ground)))
      }
    }
  }

  /// Draws a border along the inner edge of `rect`. The title is in the upper line, the note in the
  /// lower line.
  ///
  /// - Returns: The rectangle inside the border.
  @discardableResult
  package mutating func border(
    _ rect: Rect, ink: Ink, title: [Span] = [], note: [Span] = [], shape: BorderShape = .single
  ) -> Rect {
    guard rect.width >= 2, rect.height >= 2 else { return rect.inset(columns: 1, rows: 1) }
    let lines = shape.lines
    let (right, bottom) = (rect.right - 1, rect.bottom - 1)
    for x in rect.x + 1..<max(right, rect.x + 1) {
      set(lines.horizontal, ink, x: x, y: rect.y)
      set(lines.horizontal, ink, x: x, y: bottom)
    }
    for y in rect.y + 1..<max(bottom, rect.y + 1) {
      set(lines.vertical, ink, x: rect.x, y: y)
      set(lines.vertical, ink, x: right, y: y)
    }
    set(lines.topLeft, ink, x: rect.x, y: rect.y)
    set(lines.topRight, ink, x: right, y: rect.y)
    set(lines.bottomLeft, ink, x: rect.x, y: bottom)
    set(lines.bottomRight, ink, x: right, y: bottom)
    let space = Span(" ", ink)
    if !title.isEmpty {
      put([space] + title + [space], in: rect.row(0).inset(columns: 1))
    }
    if !note.isEmpty {
      let place = rect.row(rect.height - 1).inset(columns: 1)
      put([space] + note + [space], in: place, aligned: .right)
    }
    return rect.inset(columns: 1, rows: 1)
  }

  /// Writes a glyph. If half of a wide character is overwritten, a space replaces the second half.
  private mutating func set(_ glyph: Glyph, _ ink: Ink, x: Int, y: Int) {
    guard x >= 0, y >= 0, y < size.height, x < size.width, !glyph.isContinuation else { return }
    let row = y * size.width
    if cells[row + x].glyph.isContinuation, x > 0 {
      replace(row + x - 1, with: Cell(.blank, cells[row + x - 1].ink))
    }
    let isWide = glyph.width == 2
    guard !isWide || x + 1 < size.width else {
      return replace(row + x, with: Cell(.blank, ink))
    }
    let last = x + (isWide ? 1 : 0)
    if last + 1 < size.width, cells[row + last + 1].glyph.isContinuation {
      replace(row + last + 1, with: Cell(.blank, cells[row + last + 1].ink))
    }
    replace(row + x, with: Cell(glyph, ink))
    if isWide { replace(row + last, with: Cell(.continuation, ink)) }
  }
}

extension BorderShape {
  fileprivate struct Lines {
    let horizontal, vertical, topLeft, topRight, bottomLeft, bottomRight: Glyph

    init(_ scalars: String) {
      let glyphs = scalars.unicodeScalars.map { Glyph($0, width: 1) }
      (horizontal, vertical) = (glyphs[0], glyphs[1])
      (topLeft, topRight) = (glyphs[2], glyphs[3])
      (bottomLeft, bottomRight) = (glyphs[4], glyphs[5])
    }
  }

  fileprivate var lines: Lines {
    switch self {
    case .single: Lines("─│┌┐└┘")
    case .rounded: Lines("─│╭╮╰╯")
    case .double: Lines("═║╔╗╚╝")
    case .ascii: Lines("-|++++")
    }
  }
}
