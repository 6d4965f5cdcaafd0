package import ClientDocuments

/// Where what was looked for stands in a piece of shown text.
package struct SearchMarks: Equatable, Sendable {
  let query: SearchQuery
  /// For expressions, which are matched against what is shown as against a line.
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

  /// Where the expression matches, in bytes of UTF-8; nothing for a literal text, which is compared
  /// letter by letter where it is shown.
  package func matches(in text: [UInt8]) -> [Range<Int>] {
    guard let pattern else { return [] }
    var search = BodySearch(pattern, in: ByteSource(text), from: 0, .forward)
    var found: [Range<Int>] = []
    // A row on the screen is short, and what is hard to match on it is not marked.
    do {
      while found.count < 1_000, case .found(let range) = try search.step() { found.append(range) }
    } catch { return found }
    return found
  }

  /// Whether it stands in the text at all.
  func stand(in text: String) -> Bool {
    if query.form == .expression { return !matches(in: Array(text.utf8)).isEmpty }
    return query.isExact
      ? text.contains(query.text) : text.lowercased().contains(query.text.lowercased())
  }
}
