/// A check whether decoded bytes are readable text.
enum PrintableText {
  /// Returns the text. Returns nil if the bytes are not UTF-8 or contain control characters.
  ///
  /// - Parameter isCut: Whether the bytes may end within a character.
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
}
