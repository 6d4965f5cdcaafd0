/// Finds the word that the user most likely meant.
package enum NearestWord {
  /// Returns the candidate with the smallest edit distance. Returns nil if none is close enough:
  /// the maximum distance is a third of the word's length, but at least 2.
  package static func nearest(to word: String, in candidates: [String]) -> String? {
    guard word.count <= 64 else { return nil }
    let limit = max(2, word.count / 3)
    return candidates.prefix(1000)
      .map { (candidate: $0, edits: edits(word.lowercased(), $0.lowercased())) }
      .filter { $0.edits <= limit && $0.edits < $0.candidate.count }
      .min { $0.edits < $1.edits }?.candidate
  }

  /// Returns the Levenshtein distance.
  private static func edits(_ left: String, _ right: String) -> Int {
    let right = Array(right.prefix(80))
    var row = Array(0...right.count)
    for (index, letter) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in right.indices {
        let change = diagonal + (letter == right[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(change, diagonal + 1, row[column] + 1)
      }
    }
    return row[right.count]
  }
}
