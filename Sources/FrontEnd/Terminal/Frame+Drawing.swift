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

extension Frame {
  /// Draws `text` in the first row of `rect`. Does not change the cells after the text.
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

  /// Sets the ground of every cell of `rect`, for example to mark a row or a search match. Faint
  /// text in the row under the cursor becomes normal text.
  package mutating func lay(_ ground: Ground, under rect: Rect) {
    let area = rect.intersection(bounds)
    for y in area.y..<area.bottom {
      for x in area.x..<area.right {
        let place = y * size.width + x
        var ink = cells[place].ink.on(ground)
        if ground == .selected, ink.role == .muted || ink.role == .lineNumber { ink.role = .text }
        replace(place, with: Cell(cells[place].glyph, ink))
      }
    }
  }

  /// Makes all text of some rows faint, so that an overlay stands out.
  package mutating func fade(_ rows: Range<Int>) {
    for place in rows.clamped(to: 0..<size.height).flatMap({ row in
      row * size.width..<(row + 1) * size.width
    }) {
      let role = cells[place].ink.role
      replace(place, with: Cell(cells[place].glyph, Ink(role.isLine ? .border : .muted)))
    }
  }

  /// Draws a border along the inner edge of `rect`. The border is joined to the lines that it
  /// touches, so that neighbouring rectangles can share a line.
  ///
  /// - Returns: The rectangle inside the border.
  @discardableResult
  package mutating func border(_ rect: Rect, ink: Ink) -> Rect {
    guard rect.width >= 2, rect.height >= 2 else { return rect.inset(columns: 1, rows: 1) }
    let (right, bottom) = (rect.right - 1, rect.bottom - 1)
    for x in rect.x + 1..<max(right, rect.x + 1) {
      draw([.left, .right], ink, x: x, y: rect.y)
      draw([.left, .right], ink, x: x, y: bottom)
    }
    for y in rect.y + 1..<max(bottom, rect.y + 1) {
      draw([.up, .down], ink, x: rect.x, y: y)
      draw([.up, .down], ink, x: right, y: y)
    }
    draw([.right, .down], ink, x: rect.x, y: rect.y)
    draw([.left, .down], ink, x: right, y: rect.y)
    draw([.up, .right], ink, x: rect.x, y: bottom)
    draw([.up, .left], ink, x: right, y: bottom)
    return rect.inset(columns: 1, rows: 1)
  }

  /// The number of columns of the border's line that are visible on each side of a title or note.
  package static let titleMargin = 2

  /// Draws a title in the upper line of the border of `rect`.
  package mutating func title(_ title: [Span], of rect: Rect, ink: Ink) {
    guard !title.isEmpty else { return }
    put(spaced(title, ink), in: rect.row(0).inset(columns: Self.titleMargin))
  }

  /// Draws a note in the lower line of the border of `rect`.
  package mutating func note(
    _ note: [Span], of rect: Rect, ink: Ink, aligned alignment: Alignment = .right
  ) {
    guard !note.isEmpty, rect.height >= 2 else { return }
    let place = rect.row(rect.height - 1).inset(columns: Self.titleMargin)
    put(spaced(note, ink), in: place, aligned: alignment)
  }

  private func spaced(_ spans: [Span], _ ink: Ink) -> [Span] {
    [Span(" ", ink)] + spans + [Span(" ", ink)]
  }

  /// Adds the arms of a line to a cell. Existing arms remain.
  private mutating func draw(_ arms: LineArms, _ ink: Ink, x: Int, y: Int) {
    guard bounds.contains(Point(x: x, y: y)) else { return }
    let present = LineArms(cells[y * size.width + x].glyph)
    set(arms.union(present).glyph, ink, x: x, y: y)
  }

  /// Writes a glyph. If the glyph overwrites half of a wide character, a space replaces the other
  /// half.
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

/// The directions in which the line of a cell extends.
private struct LineArms: OptionSet {
  let rawValue: Int

  static let up = LineArms(rawValue: 1)
  static let right = LineArms(rawValue: 2)
  static let down = LineArms(rawValue: 4)
  static let left = LineArms(rawValue: 8)

  /// The line glyphs, indexed by the raw value of their arms.
  private static let glyphs = " ╵╶╰╷│╭├╴╯─┴╮┤┬┼".unicodeScalars.map { Glyph($0, width: 1) }

  init(rawValue: Int) { self.rawValue = rawValue }

  /// Creates the arms of a glyph. They are empty if the glyph is not a line.
  init(_ glyph: Glyph) { self.init(rawValue: Self.glyphs.firstIndex(of: glyph) ?? 0) }

  var glyph: Glyph { Self.glyphs[rawValue] }
}
