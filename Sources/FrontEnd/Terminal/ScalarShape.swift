/// The effect of a Unicode scalar on a row of cells.
enum ScalarShape: Equatable {
  /// A C0 control or DEL, which is shown as a mark with one column.
  case control
  /// An invisible scalar, which is shown as its number.
  case hidden
  /// A scalar that joins the cell before it.
  case combining
  case narrow
  case wide

  /// Determines the shape of `scalar`. A scalar from U+0300 on is searched for in small tables.
  init(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    switch value {
    case 0x20..<0x7F: self = .narrow
    case 0..<0x20, 0x7F: self = .control
    case 0x80..<0xA0, 0xAD: self = .hidden
    case 0xA0..<0x300: self = .narrow
    case 0x4E00..<0xA000, 0xAC00...0xD7A3: self = .wide
    default:
      if Self.contains(UnicodeTables.combining, value) {
        self = .combining
      } else if Self.contains(UnicodeTables.wide, value) {
        self = .wide
      } else if Self.contains(UnicodeTables.hidden, value) {
        self = .hidden
      } else {
        self = .narrow
      }
    }
  }

  /// Returns whether a range contains `value`. The sorted array consists of the first and last
  /// value of each range.
  private static func contains(_ ranges: [UInt32], _ value: UInt32) -> Bool {
    var low = 0
    var high = ranges.count / 2
    while low < high {
      let middle = (low + high) / 2
      if ranges[2 * middle + 1] < value { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count / 2 && ranges[2 * low] <= value
  }
}
