import Terminal

/// The colour pairs of a terminal. A pair is created when it is first used, up to the limit of the
/// terminal.
struct ColorPairs {
  private struct Pair: Hashable {
    let foreground: Int32
    let background: Int32
  }

  let depth: ColorDepth
  private let capacity: Int
  private let define: (Int32, Int32, Int32) -> Bool
  private var numbers: [Pair: Int32] = [:]

  /// Creates a table for a terminal with room for `capacity` pairs; `define` registers a new one.
  init(depth: ColorDepth, capacity: Int, define: @escaping (Int32, Int32, Int32) -> Bool) {
    self.depth = depth
    self.capacity = capacity
    self.define = define
  }

  /// Whether a requested colour pair did not fit into the table.
  private(set) var isShort = false

  /// Removes all pairs. Later drawing defines them again, and the full screen must be redrawn.
  mutating func clear() { (numbers, isShort) = ([:], false) }

  /// Returns the pair for `style`, or 0 for the default colours if the terminal has no colours or
  /// no pair left.
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
