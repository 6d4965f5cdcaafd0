package import ClientDocuments

/// The matches of a search query in displayed text. They are marked on the screen.
package struct SearchMarks: Equatable, Sendable {
  let query: SearchQuery
  /// The pattern of a regular expression. Nil for a literal text. The pattern treats a displayed
  /// text as one line.
  private let pattern: SearchPattern?

  package init(_ query: SearchQuery) {
    self.query = query
    guard query.form == .expression, !query.text.isEmpty else {
      pattern = nil
      return
    }
    do { pattern = try SearchPattern(query, .text) } catch { pattern = nil }
  }

  package var text: String { query.text }
  package var isExact: Bool { query.isExact }
  package var isExpression: Bool { query.form == .expression }

  package static func == (left: SearchMarks, right: SearchMarks) -> Bool {
    left.query == right.query
  }

  /// Returns the matches of a regular expression, as ranges of UTF-8 bytes. Returns an empty array
  /// for a literal text, because the drawing code finds those matches.
  package func matches(in text: [UInt8]) -> [Range<Int>] {
    guard let pattern else { return [] }
    var search = BodySearch(pattern, in: ByteSource(text), from: 0, .forward)
    var found: [Range<Int>] = []
    // If matching becomes too complex, the end of the row is not marked. This is rare, because
    // visible rows are short.
    do {
      while found.count < 1_000, case .found(let range) = try search.step() { found.append(range) }
    } catch { return found }
    return found
  }

  /// Returns whether the text contains a match.
  func stand(in text: String) -> Bool {
    if query.form == .expression { return !matches(in: Array(text.utf8)).isEmpty }
    return query.isExact
      ? text.contains(query.text) : text.lowercased().contains(query.text.lowercased())
  }
}
