extension ColorDepth {
  /// Returns the number of the nearest colour at this depth, or -1 for the terminal's default
  /// colour.
  package func number(of color: Color) -> Int32 {
    switch (color, self) {
    case (.terminal, _), (_, .none): return -1
    case (.indexed(let index), .trueColor):
      return index < 8 ? Int32(index) : Self.direct(RGB(index: index))
    case (.indexed(let index), .palette256): return Int32(index)
    case (.indexed(let index), .sixteen):
      return index < 16 ? Int32(index) : RGB(index: index).nearest(in: 0..<16)
    case (.indexed(let index), .eight):
      return index < 16 ? Int32(index % 8) : RGB(index: index).nearest(in: 0..<8)
    case (.rgb(let red, let green, let blue), _):
      let rgb = RGB(red: Int(red), green: Int(green), blue: Int(blue))
      switch self {
      case .trueColor: return Self.direct(rgb)
      case .palette256: return rgb.nearest(in: 16..<256)
      case .sixteen: return rgb.nearest(in: 0..<16)
      case .eight: return rgb.nearest(in: 0..<8)
      case .none: return -1
      }
    }
  }

  /// Returns the colour as 0xRRGGBB.
  ///
  /// The values 0 to 7 are the eight ANSI colours, so black becomes 0x000008, a blue that is nearly
  /// black.
  private static func direct(_ rgb: RGB) -> Int32 {
    max(8, Int32(rgb.red << 16 | rgb.green << 8 | rgb.blue))
  }
}
