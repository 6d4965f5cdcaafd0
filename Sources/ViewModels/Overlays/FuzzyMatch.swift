/// A fuzzy match of a text and a typed pattern. The text must contain the characters of the pattern
/// in the same order.
package enum FuzzyMatch {
  /// Returns the score of a match. A higher score is better. Returns nil if the text does not
  /// match. Case is ignored.
  ///
  /// A match at the start of a word increases the score, and so does a match directly after the
  /// previous one. Gaps reduce the score.
  package static func score(_ text: String, _ pattern: String) -> Int? {
    if let pattern = ascii(pattern), let text = ascii(text) {
      // Bytes are compared, because this is faster than comparing characters. Thousands of endpoint
      // names are searched at each key press.
      return score(text, pattern.filter { $0 != 0x20 }) { byte in
        0x61...0x7A ~= byte || 0x30...0x39 ~= byte
      }
    }
    return score(
      Array(text.lowercased()), Array(pattern.lowercased().filter { $0 != " " })
    ) { $0.isLetter || $0.isNumber }
  }

  /// Returns the bytes of an ASCII text in lower case. Returns nil for any other text.
  private static func ascii(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      guard byte < 0x80 else { return nil }
      bytes.append(0x41...0x5A ~= byte ? byte | 0x20 : byte)
    }
    return bytes
  }

  private static func score<Letter: Equatable>(
    _ text: [Letter], _ wanted: [Letter], isOfWord: (Letter) -> Bool
  ) -> Int? {
    guard !wanted.isEmpty else { return 0 }
    var best: Int?
    for start in text.indices where text[start] == wanted[0] {
      // A pattern that does not match from this start does not match from any later start.
      guard let score = score(text, from: start, wanted, isOfWord) else { break }
      best = max(best ?? score, score)
    }
    return best
  }

  private static func score<Letter: Equatable>(
    _ text: [Letter], from start: Int, _ wanted: [Letter], _ isOfWord: (Letter) -> Bool
  ) -> Int? {
    var total = 0
    var place = start
    var previous: Int?
    for letter in wanted {
      guard let hit = text[place...].firstIndex(of: letter) else { return nil }
      let beginsWord = hit == 0 || !isOfWord(text[hit - 1])
      total += 10 + (beginsWord ? 8 : 0)
      if let previous { total += hit == previous + 1 ? 12 : -min(8, hit - previous) }
      previous = hit
      place = hit + 1
    }
    return total * 4 - start - text.count / 8
  }
}
