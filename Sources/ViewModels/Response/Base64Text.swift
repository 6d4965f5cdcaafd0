/// Text in base64, in either alphabet (RFC 4648, sections 4 and 5).
enum Base64Text {
  /// The bytes that the letters stand for; nil when they are no base64.
  ///
  /// What is left behind the last whole group of four is passed over where `isCut`, and read where a
  /// token leaves its padding out.
  static func bytes(
    of letters: some Collection<UInt8>, padding wanted: Padding
  ) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, held, padding) = (0, 0, 0)
    let whole = letters.count / 4 * 4
    if wanted == .demanded, whole != letters.count { return nil }
    if wanted == .leftOut, letters.count % 4 == 1 { return nil }
    for letter in letters.prefix(wanted == .cut ? whole : letters.count) {
      if letter == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard padding == 0, let value = value(of: letter) else { return nil }
      bits = (bits << 6 | value) & 0xFFFF
      held += 6
      if held >= 8 {
        held -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> held))
      }
    }
    return padding <= 2 ? bytes : nil
  }

  enum Padding {
    case demanded
    /// As in the parts of a JSON Web Token (RFC 7515, section 2).
    case leftOut
    /// The letters go on behind what is at hand.
    case cut
  }

  /// The bytes as a text that may be told; nil when they are none.
  ///
  /// - Parameter isCut: The last character may be cut.
  static func text(_ bytes: [UInt8], isCut: Bool) -> String? {
    for dropped in 0...(isCut ? 3 : 0) {
      guard let text = String(validating: bytes.dropLast(dropped), as: UTF8.self) else { continue }
      let isText = text.unicodeScalars.allSatisfy { scalar in
        scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
          || scalar == "\n" || scalar == "\t" || scalar == "\r"
      }
      return isText ? text + (isCut ? "…" : "") : nil
    }
    return nil
  }

  private static func value(of letter: UInt8) -> Int? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(letter) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(letter) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(letter) + 4
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
