/// How well a text answers a typed pattern whose characters it holds in order.
package enum FuzzyMatch {
  /// Higher is better; nil when a character of the pattern is missing. Letter case does not count.
  ///
  /// Beginnings of words and neighbouring hits count more, gaps less.
  package static func score(_ text: String, _ pattern: String) -> Int? {
    let wanted = Array(pattern.lowercased().filter { $0 != " " })
    guard !wanted.isEmpty else { return 0 }
    let letters = Array(text.lowercased())
    var best: Int?
    for start in letters.indices where letters[start] == wanted[0] {
      if let score = score(letters, from: start, wanted) { best = max(best ?? score, score) }
    }
    return best
  }

  private static func score(_ text: [Character], from start: Int, _ wanted: [Character]) -> Int? {
    var total = 0
    var place = start
    var previous: Int?
    for letter in wanted {
      guard let hit = text[place...].firstIndex(of: letter) else { return nil }
      let beginsWord = hit == 0 || !(text[hit - 1].isLetter || text[hit - 1].isNumber)
      total += 10 + (beginsWord ? 8 : 0)
      if let previous { total += hit == previous + 1 ? 12 : -min(8, hit - previous) }
      previous = hit
      place = hit + 1
    }
    return total * 4 - start - text.count / 8
  }
}
