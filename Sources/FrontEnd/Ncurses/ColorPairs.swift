import Terminal

/// The colour pairs in use on one terminal: made when first drawn, never more than the terminal has.
struct ColorPairs {
  private struct Pair: Hashable {
    let foreground: Int32
    let background: Int32
  }

  let depth: ColorDepth
  private let capacity: Int
  private let define: (Int32, Int32, Int32) -> Bool
  private var numbers: [Pair: Int32] = [:]

  /// Pairs for a terminal with room for `capacity` of them; `define` tells it about a new one.
  init(depth: ColorDepth, capacity: Int, define: @escaping (Int32, Int32, Int32) -> Bool) {
    self.depth = depth
    self.capacity = capacity
    self.define = define
  }

  /// Whether a pair was asked for that there is no room for.
  private(set) var isShort = false

  /// Begins anew: what is drawn next defines pairs again, and the terminal must be drawn whole.
  mutating func forget() { (numbers, isShort) = ([:], false) }

  /// The pair for `style`; 0, the terminal's own colours, if it has no colours or no pair left.
  mutating func number(for style: Style) -> Int32 {
    guard depth != .none else { return 0 }
    let pair = Pair(
      foreground: depth.number(of: style.foreground), background: depth.number(of: style.background)
    )
    if pair == Pair(foreground: -1, background: -1) { return 0 }
    if let number = numbers[pair] { return number }
    let number = Int32(numbers.count + 1)
    guard number < capacity, define(number, pair.foreground, pair.background) else {
      isShort = true
      return 0
    }
    numbers[pair] = number
    return number
  }
}

extension ColorDepth {
  /// The number that stands for `color` at this depth, the nearest there is; -1 is the terminal's own.
  func number(of color: Color) -> Int32 {
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

  /// 0xRRGGBB; 0 to 7 mean the eight ANSI colours there, so black is a blue that no eye sees.
  private static func direct(_ rgb: RGB) -> Int32 {
    max(8, Int32(rgb.red << 16 | rgb.green << 8 | rgb.blue))
  }
}

/// A colour by its parts, 0 to 255 each.
struct RGB: Equatable {
  let red: Int
  let green: Int
  let blue: Int

  private static let steps = [0, 95, 135, 175, 215, 255]
  private static let named: [(Int, Int, Int)] = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205),
    (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255),
    (255, 0, 255), (0, 255, 255), (255, 255, 255),
  ]

  init(red: Int, green: Int, blue: Int) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Entry `index` of xterm's palette of 256: 16 names, a cube of six steps, 24 greys.
  init(index: UInt8) {
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

  /// The palette entry of `candidates` with the smallest squared distance.
  func nearest(in candidates: Range<Int>) -> Int32 {
    func distance(_ index: Int) -> Int {
      let other = RGB(index: UInt8(index))
      let (red, green, blue) = (red - other.red, green - other.green, blue - other.blue)
      return 2 * red * red + 4 * green * green + 3 * blue * blue
    }
    return Int32(candidates.min { distance($0) < distance($1) } ?? candidates.lowerBound)
  }
}
