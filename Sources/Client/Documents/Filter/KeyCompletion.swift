/// Keys that may stand where a jq program is being typed, as the body has them.
package struct KeyCompletion: Hashable, Sendable {
  /// The characters at the end of the text that a key stands in place of: a dot and what follows it.
  package let fragment: String
  /// What may stand there, in the order of the body: `.name`, `["odd key"]`.
  package let keys: [String]

  /// More than anybody looks through.
  private static let most = 50
  private static let functionsOnItems: Set<String> = [
    "map", "sort_by", "group_by", "min_by", "max_by", "unique_by", "any", "all", "map_values",
  ]

  /// - Parameter text: The program up to the cursor.
  /// - Returns: Nil where no key can stand, or what leads there is more than a way.
  package init?(_ text: String, in document: JSONDocument) throws(DocumentError) {
    let scalars = Array(text.unicodeScalars)
    var start = scalars.count
    while start > 0, Self.isName(scalars[start - 1]) { start -= 1 }
    guard start > 0, scalars[start - 1] == "." else { return nil }
    if start > 1, scalars[start - 2] == "." { return nil }
    let typed = String(String.UnicodeScalarView(scalars[start...]))
    let before = String(String.UnicodeScalarView(scalars[..<(start - 1)]))
    guard let way = Self.way(to: before) else { return nil }
    fragment = "." + typed
    keys = try Self.keys(at: way, beginning: typed, isFirst: before, document)
  }

  private static func isName(_ scalar: UnicodeScalar) -> Bool {
    scalar == "_" || (scalar.isASCII && scalar.properties.isAlphabetic)
      || ("0"..."9").contains(scalar)
  }

  /// The way to the value that a path typed behind `text` would begin at.
  private static func way(to text: String) -> PathFilter? {
    // The innermost bracket that is open says what the path is of.
    var depth = 0
    var place = text.endIndex
    while place > text.startIndex {
      place = text.index(before: place)
      if text[place] == ")" { depth += 1 }
      if text[place] == "(" {
        if depth == 0 { break }
        depth -= 1
      }
      if place == text.startIndex, text[place] != "(" { return PathFilter(closed(text)) }
    }
    guard place < text.endIndex, text[place] == "(" else { return PathFilter(closed(text)) }
    let outer = text[..<place]
    let name = String(outer.reversed().prefix { $0.isLetter || $0 == "_" }.reversed())
    let around = outer.dropLast(name.count)
    var steps: [PathFilter.Step] = []
    if !around.allSatisfy(\.isWhitespace) {
      guard let pipe = around.lastIndex(where: { !$0.isWhitespace }), around[pipe] == "|",
        let way = way(to: String(around))
      else { return nil }
      steps = way.steps
    }
    if functionsOnItems.contains(name) { steps.append(.each(.optional)) }
    let inner = text[text.index(after: place)...]
    // Behind an operator or a comma another path of the same value begins.
    let last = inner.lastIndex { "=<>!,+-*/&".contains($0) || $0 == ";" }
    let tail = last.map { inner[inner.index(after: $0)...] } ?? inner
    let words = tail.split(separator: " ", omittingEmptySubsequences: true)
    let path = words.last.map { ["and", "or", "not"].contains($0) } == true ? "" : String(tail)
    let trimmed = path.drop { $0.isWhitespace }
    for word in ["and ", "or "] where trimmed.contains(word) { return PathFilter(steps: steps) }
    guard let more = PathFilter(closed(String(trimmed))) else { return nil }
    return PathFilter(steps: steps + more.steps)
  }

  /// The text as a program: a way that ends with a pipe, or is empty, goes on with all.
  private static func closed(_ text: String) -> String {
    let last = text.last { !$0.isWhitespace }
    return last == nil || last == "|" ? text + "." : text
  }

  private static func keys(
    at way: PathFilter, beginning typed: String, isFirst before: String, _ document: JSONDocument
  ) throws(DocumentError) -> [String] {
    var walk = PathWalk(way, in: document, limit: 20)
    _ = try walk.step(document, budget: 256 << 10)
    let found = try JSONDocument(indexing: walk.found, form: .lines)
    let roots = try found.children(of: found.document, in: 0..<20, previewLength: 0)
    let isAtStart = before.last { !$0.isWhitespace }.map { "|(,".contains($0) } ?? true
    var keys: [String] = []
    var seen: Set<String> = []
    for root in roots where root.node.kind == .object {
      for child in try found.children(of: root.node, in: 0..<200) {
        guard let raw = child.key, keys.count < most else { continue }
        let key = JSONText.string(raw)
        guard key.lowercased().hasPrefix(typed.lowercased()), seen.insert(key).inserted else {
          continue
        }
        let quoted = "[\(JSONText.quoted(key))]"
        keys.append(
          JSONDocument.isPlain(key) ? "." + key : isAtStart ? "." + quoted : quoted)
      }
    }
    return keys
  }
}
