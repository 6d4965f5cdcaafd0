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

  /// Pairs for a terminal with room for `capacity` of them; `define` registers a new one.
  init(depth: ColorDepth, capacity: Int, define: @escaping (Int32, Int32, Int32) -> Bool) {
    self.depth = depth
    self.capacity = capacity
    self.define = define
  }

  /// Whether a colour pair was requested that did not fit into the table.
  private(set) var isShort = false

  /// Removes all pairs: later drawing defines pairs again, and the full screen must be redrawn.
  mutating func clear() { (numbers, isShort) = ([:], false) }

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
