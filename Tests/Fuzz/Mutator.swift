/// Makes inputs out of a few good ones: bytes flipped, cut, doubled, spliced, and words of the format put in.
struct Mutator {
  private var state: UInt64
  private var corpus: [[UInt8]]
  private let words: [[UInt8]]

  init(seed: UInt64, corpus: [String]) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    self.corpus = corpus.map { Array($0.utf8) }
    words =
      [
        "[", "]", "{", "}", "\"", "\\", "\\u", "\\ud800", ",", ":", "\n", "\r\n", "\r", "\u{1E}",
        ";", "\t",
        "--", "--b\r\n", "\r\n\r\n", "data:", "event:", "id:", "&", "=", "%2", "<", ">", "</a>",
        "<!--",
        "<![CDATA[", "'", "\"\"", "null", "-0", "1e999", "\u{FEFF}", "\u{0}", "é", "\u{202E}", "  ",
      ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xED, 0xA0, 0x80]]
  }

  mutating func next() -> [UInt8] {
    var input = corpus[roll(corpus.count)]
    for _ in 0..<(1 + roll(12)) { mutate(&input) }
    // Blocks of 64 bytes and the grain of an index are where faults hide.
    if roll(4) == 0 { input = [UInt8](repeating: 0x20, count: roll(130)) + input }
    if roll(50) == 0 { corpus.append(Array(input.prefix(4096))) }
    if corpus.count > 400 { corpus.remove(at: 8 + roll(300)) }
    return Array(input.prefix(64 << 10))
  }

  private mutating func mutate(_ input: inout [UInt8]) {
    let place = roll(input.count + 1)
    switch roll(8) {
    case 0 where place < input.count: input[place] ^= 1 << UInt8(roll(8))
    case 1 where place < input.count: input[place] = UInt8(roll(256))
    case 2: input.removeSubrange(place..<min(input.count, place + roll(40)))
    case 3: input.insert(contentsOf: words[roll(words.count)], at: place)
    case 4:
      let piece = input[place..<min(input.count, place + roll(80))]
      for _ in 0..<roll(5) { input.insert(contentsOf: piece, at: place) }
    case 5:
      let other = corpus[roll(corpus.count)]
      let from = roll(other.count + 1)
      input.insert(contentsOf: other[from..<min(other.count, from + roll(200))], at: place)
    case 6: input = Array(input.prefix(place))
    default:
      let word = words[roll(words.count)]
      for _ in 0..<roll(200) { input.insert(contentsOf: word, at: place) }
    }
  }

  mutating func roll(_ sides: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % max(1, sides)
  }
}
