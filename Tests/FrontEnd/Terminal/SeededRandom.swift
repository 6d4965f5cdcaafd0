/// Random numbers that a seed repeats (splitmix64).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &+ 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Text of scalars that like to interfere with each other, and some from anywhere.
  mutating func text(upTo length: Int) -> String {
    let troublesome: [Unicode.Scalar] = [
      "a", " ", "\u{301}", "\u{200D}", "😀", "🏽", "\u{FE0F}", "\u{FE0E}", "日", "\u{1B}", "\n", "\t",
      "\u{202E}", "🇩", "한", "\u{1160}", "\u{11A8}", "न", "\u{93E}", "\u{E0041}", "\0", "❤", "1",
      "\u{20E3}",
    ]
    var scalars = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...length, using: &self) {
      if Int.random(in: 0..<8, using: &self) == 0,
        let any = Unicode.Scalar(UInt32.random(in: 0..<0x110000, using: &self))
      {
        scalars.append(any)
      } else if let scalar = troublesome.randomElement(using: &self) {
        scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}
