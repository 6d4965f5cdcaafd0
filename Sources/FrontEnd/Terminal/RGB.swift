/// A colour as red, green and blue components from 0 to 255.
package struct RGB: Equatable, Sendable {
  package let red: Int
  package let green: Int
  package let blue: Int

  private static let steps = [0, 95, 135, 175, 215, 255]
  private static let named: [(Int, Int, Int)] = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205),
    (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255),
    (255, 0, 255), (0, 255, 255), (255, 255, 255),
  ]

  package init(red: Int, green: Int, blue: Int) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Creates a colour from its index in xterm's palette: 16 named colours, a 6 × 6 × 6 cube, and 24
  /// greys.
  package init(index: UInt8) {
    switch Int(index) {
    case let index where index < 16:
      (red, green, blue) = Self.named[index]
    case let index where index < 232:
      let cube = index - 16
      red = Self.steps[cube / 36]
      green = Self.steps[cube / 6 % 6]
      blue = Self.steps[cube % 6]
    case let index:
      red = 8 + 10 * (index - 232)
      green = red
      blue = red
    }
  }

  /// Returns the index of the nearest palette entry among the candidates, by a weighted distance.
  package func nearest(in candidates: Range<Int>) -> Int32 {
    func distance(_ index: Int) -> Int {
      let other = RGB(index: UInt8(index))
      let (red, green, blue) = (red - other.red, green - other.green, blue - other.blue)
      return 2 * red * red + 4 * green * green + 3 * blue * blue
    }
    return Int32(candidates.min { distance($0) < distance($1) } ?? candidates.lowerBound)
  }
}
