/// Keys that may stand where a jq program or a path is being typed, as the body has them.
package struct KeyCompletion: Hashable, Sendable {
  /// The characters at the end of the text that a key stands in place of: a dot, a slash or a bracket with
  /// a quote, and what follows it.
  package let fragment: String
  /// What may stand there, in the order of the body: `.name`, `["odd key"]`, `/name`.
  package let keys: [String]

  /// More than anybody looks through.
  private static let most = 50
  private static let functionsOnItems: Set<String> = [
    "map", "sort_by", "group_by", "min_by", "max_by", "unique_by", "any", "all", "map_values",
  ]

  /// - Parameter text: The program, the path or the pointer up to the cursor.
  /// - Returns: Nil where no key can stand, or what leads there is more than a way.
  package init?(_ text: String, in document: JSONDocument) throws(DocumentError) {
    let scalars = Array(text.unicodeScalars)
    if scalars.first == "/", let slash = scalars.lastIndex(of: "/") {
      let typed = Self.text(scalars[(slash + 1)...])
      guard let path = ValuePath(Self.text(scalars[..<slash])) else { return nil }
      fragment = "/" + typed
      keys =
        try Self.keys(at: path, beginning: typed, document)?.map { JSONPointer(parts: [$0]).text }
        ?? []
      return
    }
    if let bracket = Self.openBracket(scalars) {
      let typed = Self.text(scalars[(bracket + 2)...])
      let before = Self.text(scalars[..<bracket])
      guard let way = Self.way(to: before) else { return nil }
      fragment = Self.text(scalars[bracket...])
      keys = try Self.keys(at: way, beginning: typed, document).map(Self.bracketed)
      return
    }
    var start = scalars.count
    while start > 0, Self.isName(scalars[start - 1]) { start -= 1 }
    guard start > 0, scalars[start - 1] == "." else { return nil }
    if start > 1, scalars[start - 2] == "." { return nil }
    let typed = Self.text(scalars[start...])
    let before = Self.text(scalars[..<(start - 1)])
    guard let way = Self.way(to: before) else { return nil }
    fragment = "." + typed
    let isAtStart = before.last { !$0.isWhitespace }.map { "|(,".contains($0) } ?? true
    keys = try Self.keys(at: way, beginning: typed, document).map { key in
      JSONDocument.isPlain(key)
        ? "." + key : isAtStart ? "." + Self.bracketed(key) : Self.bracketed(key)
    }
  }

  /// Where the last bracket with a quote stands that is not closed.
  private static func openBracket(_ scalars: [UnicodeScalar]) -> Int? {
    guard let quote = scalars.lastIndex(of: "\""), quote > 0, scalars[quote - 1] == "[" else {
      return nil
    }
    return quote - 1
  }

  private static func bracketed(_ key: String) -> String { "[\(JSONText.quoted(key))]" }

  private static func text(_ scalars: ArraySlice<UnicodeScalar>) -> String {
    String(String.UnicodeScalarView(scalars))
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
    at way: PathFilter, beginning typed: String, _ document: JSONDocument
  ) throws(DocumentError) -> [String] {
    // One value is gone to, wherever it stands; several are looked for near the start.
    if let path = way.path, let keys = try keys(at: path, beginning: typed, document) {
      return keys
    }
    var keys: [String] = []
    var walk = PathWalk(way, in: document, limit: 20)
    _ = try walk.step(document, budget: 256 << 10)
    let found = try JSONDocument(indexing: walk.found, form: .lines)
    for root in try found.children(of: found.document, in: 0..<20, previewLength: 0) {
      try note(&keys, of: root.node, beginning: typed, found)
    }
    return keys
  }

  /// Nil where the path leads nowhere.
  private static func keys(
    at path: ValuePath, beginning typed: String, _ document: JSONDocument
  ) throws(DocumentError) -> [String]? {
    let reach = try document.follow(path)
    guard reach.missing == nil, let node = reach.node else { return nil }
    var keys: [String] = []
    try note(&keys, of: node, beginning: typed, document)
    return keys
  }

  /// Adds the keys of an object that begin with what is typed, in whatever case.
  private static func note(
    _ keys: inout [String], of node: JSONNode, beginning typed: String, _ document: JSONDocument
  ) throws(DocumentError) {
    guard node.kind == .object else { return }
    for child in try document.children(of: node, in: 0..<200) {
      guard let raw = child.key, keys.count < most else { continue }
      let key = JSONText.string(raw)
      if key.lowercased().hasPrefix(typed.lowercased()), !keys.contains(key) { keys.append(key) }
    }
  }
}

extension PathFilter {
  /// The path to the one value it leads to; nil when it may lead to several or to none.
  fileprivate var path: ValuePath? {
    var parts: [ValuePath.Part] = []
    for step in steps {
      switch step {
      case .field(let key, _): parts.append(.key(String(decoding: key, as: UTF8.self)))
      case .item(let place, _): parts.append(.place(place))
      case .slice, .each, .mark, .test: return nil
      }
    }
    return ValuePath(parts: parts)
  }
}
