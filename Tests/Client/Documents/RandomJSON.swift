import ClientDocuments

/// A small seeded source of chance (an LCG with its high bits taken).
struct Dice {
  private var state: UInt64
  init(seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func roll(_ sides: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % sides
  }
}

/// Random JSON text that knows its own tree: written down while the text is made, never parsed.
struct RandomJSON {
  struct Value {
    var offset = 0
    var end = 0
    var kind = JSONNode.Kind.null
    var depth = 0
    var key: [UInt8]?
    /// Where the text of the key starts, behind its quote.
    var keyOffset = 0
    var ordinal = 0
    var parent: Int?
    var children: [Int] = []
    var node: JSONNode { JSONNode(offset: offset, kind: kind, depth: depth) }
  }

  private(set) var bytes: [UInt8] = []
  /// In the order of the text; the first is the root.
  private(set) var values: [Value] = []
  private var dice: Dice
  private let size: Int

  init(seed: Int, size: Int) {
    dice = Dice(seed: seed)
    self.size = size
    space()
    value(depth: 0, ordinal: 0, parent: nil, key: nil)
    space()
  }

  private mutating func space() {
    for _ in 0..<[0, 0, 0, 1, 2, 70][dice.roll(6)] { bytes.append([32, 10, 9, 13][dice.roll(4)]) }
  }

  private mutating func value(
    depth: Int, ordinal: Int, parent: Int?, key: [UInt8]?, keyOffset: Int = 0
  ) {
    let own = values.count
    values.append(
      Value(
        offset: bytes.count, depth: depth, key: key, keyOffset: keyOffset, ordinal: ordinal,
        parent: parent))
    if let parent { values[parent].children.append(own) }
    let wantsMore = bytes.count < size && depth < 14
    switch wantsMore ? dice.roll(9) : 4 + dice.roll(5) {
    case 0, 1: container(own, .object)
    case 2, 3: container(own, .array)
    case 4: literal(own, .true, "true")
    case 5: literal(own, .null, "null")
    case 6: literal(own, .number, ["-0", "1e9", "12.5E-3", "9007199254740993"][dice.roll(4)])
    default:
      values[own].kind = .string
      string()
    }
    values[own].end = bytes.count
  }

  private mutating func literal(_ own: Int, _ kind: JSONNode.Kind, _ text: String) {
    values[own].kind = kind
    bytes += text.utf8
  }

  @discardableResult
  private mutating func string() -> [UInt8] {
    let start = bytes.count
    bytes.append(34)
    let parts = ["a", "{", "]", ",", "\\\"", "\\\\", "\\u00e9", "é", ":", "\\\\\\\"", " "]
    for _ in 0..<[0, 1, 3, 12, 64, 130][dice.roll(6)] {
      bytes += parts[dice.roll(parts.count)].utf8
    }
    bytes.append(34)
    return Array(bytes[(start + 1)..<(bytes.count - 1)])
  }

  private mutating func container(_ own: Int, _ kind: JSONNode.Kind) {
    values[own].kind = kind
    bytes.append(kind == .object ? 123 : 91)
    let isLong = values[own].depth < 2 && size > 10_000
    let count = dice.roll(4) == 0 ? 0 : isLong ? 20 + dice.roll(200) : dice.roll(7)
    space()
    for ordinal in 0..<count {
      if ordinal > 0 {
        bytes.append(44)
        space()
      }
      var key: [UInt8]?
      let keyOffset = bytes.count + 1
      if kind == .object {
        key = string()
        space()
        bytes.append(58)
        space()
      }
      value(
        depth: values[own].depth + 1, ordinal: ordinal, parent: own, key: key, keyOffset: keyOffset)
      space()
    }
    bytes.append(kind == .object ? 125 : 93)
  }
}
