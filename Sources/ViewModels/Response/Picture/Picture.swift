package import ClientDocuments

/// A picture as terminal cells.
///
/// A picture is created from the output of another process. Every cell is validated, so that a
/// picture is safe to draw.
package struct Picture: Hashable, Sendable {
  package struct Colour: Hashable, Sendable {
    package let red, green, blue: UInt8
  }

  package struct Cell: Hashable, Sendable {
    /// A printable scalar that is one column wide.
    package let scalar: Unicode.Scalar
    /// The colours of the cell. Nil stands for the default colour of the terminal.
    package let foreground, background: Colour?
  }

  package let format: PictureFormat
  /// The size of the original picture in pixels.
  package let width, height: Int
  package let columns, rows: Int
  /// The cells, row by row from the top. Each row has `columns` cells from left to right.
  package let cells: [Cell]

  /// Parses the output of the drawing process. The output consists of 32-bit little-endian numbers.
  ///
  /// - Returns: A picture, or nil if the output is not a valid picture that fits the area. An extra
  /// byte, a forbidden character or an invalid colour makes the output invalid.
  package init?(printed bytes: [UInt8], _ format: PictureFormat, in room: PictureArea) {
    guard bytes.count >= 16, bytes.count % 4 == 0 else { return nil }
    func number(_ place: Int) -> UInt32 {
      (0..<4).reduce(0) { $0 | UInt32(bytes[4 * place + $1]) << (8 * UInt32($1)) }
    }
    (self.format, width, height) = (format, Int(number(0)), Int(number(1)))
    (columns, rows) = (Int(number(2)), Int(number(3)))
    guard (1...room.columns).contains(columns), (1...room.rows).contains(rows),
      bytes.count == 16 + 12 * columns * rows, width > 0, height > 0,
      width <= PictureArea.mostPixels / height
    else { return nil }
    var cells: [Cell] = []
    cells.reserveCapacity(columns * rows)
    for cell in 0..<columns * rows {
      let place = 4 + 3 * cell
      guard let scalar = Self.symbol(number(place)),
        let foreground = Self.colour(number(place + 1)),
        let background = Self.colour(number(place + 2))
      else { return nil }
      cells.append(Cell(scalar: scalar, foreground: foreground.value, background: background.value))
    }
    self.cells = cells
  }

  /// Parses the size of a picture that is too large. The decoder prints width and height in pixels
  /// as 32-bit little-endian numbers. Returns nil if the output has another length.
  package static func size(printed bytes: [UInt8]) -> (width: Int, height: Int)? {
    guard bytes.count == 8 else { return nil }
    let numbers = [0, 4].map { at in
      (0..<4).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
    }
    return (numbers[0], numbers[1])
  }

  /// Returns the scalar if it is allowed in a picture. Otherwise returns nil. Printable ASCII, the
  /// space and the symbols U+2500 to U+259F (box drawing and block elements) are allowed. They are
  /// one column wide and do not control the terminal.
  private static func symbol(_ number: UInt32) -> Unicode.Scalar? {
    guard (0x20...0x7E).contains(number) || (0x2500...0x259F).contains(number) else { return nil }
    return Unicode.Scalar(number)
  }

  private struct Reading { let value: Colour? }

  private static func colour(_ number: UInt32) -> Reading? {
    if number == .max { return Reading(value: nil) }
    guard number <= 0xFF_FFFF else { return nil }
    func part(_ shift: UInt32) -> UInt8 { UInt8(number >> shift & 0xFF) }
    return Reading(value: Colour(red: part(16), green: part(8), blue: part(0)))
  }
}

/// The size of the picture area, and the available colours.
package struct PictureArea: Hashable, Sendable {
  package enum Colours: String, Hashable, Sendable { case none, eight, sixteen, palette, full }

  /// The maximum number of pixels to decode. Each pixel needs four bytes of memory.
  package static let mostPixels = 50_000_000
  private static let mostColumns = 500
  private static let mostRows = 250

  package let columns, rows: Int
  package var colours: Colours

  /// Creates an area. Each size is limited to the range from one cell to the largest supported
  /// screen.
  package init(columns: Int = 1, rows: Int = 1, colours: Colours = .full) {
    self.columns = min(max(1, columns), Self.mostColumns)
    self.rows = min(max(1, rows), Self.mostRows)
    self.colours = colours
  }
}
