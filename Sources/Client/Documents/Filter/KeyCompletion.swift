import ClientModel

/// The keys that can complete a jq program or path while it is typed.
package struct KeyCompletion: Hashable, Sendable {
  /// The last part of the typed text, which a completion replaces. It begins with a dot, a slash,
  /// or a bracket and a quote.
  package let fragment: String
  /// The possible completions in body order: `.name`, `["odd key"]`, `/name`.
  package let keys: [String]

  package init(fragment: String, keys: [String]) {
    self.fragment = fragment
    self.keys = keys
  }

  private static let most = 50
  /// The language of the typed text.
  package enum Language: Hashable, Sendable { case program, path }

  /// The common functions of jq 1.6. The name of a function with arguments ends in an opening
  /// parenthesis.
  ///
  /// - Source: The manual of jq 1.6.
  private static let functions = [
    "add", "all", "any", "ascii_downcase", "ascii_upcase", "contains(", "del(", "empty",
    "endswith(",
    "first", "flatten", "fromdate", "fromjson", "from_entries", "group_by(", "has(", "index(",
    "inside(", "join(", "keys", "last", "length", "limit(", "map(", "map_values(", "max", "max_by(",
    "min", "min_by(", "not", "paths", "range(", "recurse", "reverse", "select(", "sort", "sort_by(",
    "split(", "startswith(", "test(", "to_entries", "todate", "tojson", "tonumber", "tostring",
    "type", "unique", "unique_by(", "values", "with_entries(",
  ]

  /// Finds completions for the text before the cursor.
  ///
  /// - Parameter text: The program, path or pointer up to the cursor.
  /// - Returns: Nil if there are no completions.
  package init?(
    _ text: String, as language: Language = .program, in document: JSONDocument
  ) throws(DocumentError) {
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
      guard let place = CompletionContext(Self.text(scalars[..<bracket])),
        let way = Self.path(to: place)
      else { return nil }
      fragment = Self.text(scalars[bracket...])
      keys = try Self.keys(at: way, beginning: typed, document).map(Self.bracketed)
      return
    }
    var start = scalars.count
    while start > 0, Self.isName(scalars[start - 1]) { start -= 1 }
    let typed = Self.text(scalars[start...])
    guard start > 0, scalars[start - 1] == "." else {
      guard let place = CompletionContext(Self.text(scalars[..<start])), place.rest.isEmpty,
        start == 0 || !"$@.".unicodeScalars.contains(scalars[start - 1])
      else { return nil }
      fragment = typed
      guard let names = try Self.names(beginning: typed, language, at: place, document) else {
        return nil
      }
      keys = names
      return
    }
    if start > 1, scalars[start - 2] == "." { return nil }
    guard let place = CompletionContext(Self.text(scalars[..<(start - 1)])),
      let way = Self.path(to: place)
    else { return nil }
    fragment = "." + typed
    keys = try Self.keys(at: way, beginning: typed, document).map { key in
      JSONDocument.isPlain(key)
        ? "." + key : place.rest.isEmpty ? "." + Self.bracketed(key) : Self.bracketed(key)
    }
  }

  /// Returns completions of a word without a leading dot: keys of an object construction, names of
  /// functions, or keys at the start of a path.
  private static func names(
    beginning typed: String, _ language: Language, at place: CompletionContext,
    _ document: JSONDocument
  ) throws(DocumentError) -> [String]? {
    if language == .path || place.isKey {
      guard let way = path(to: place), !typed.isEmpty || place.isKey else { return nil }
      let dot = language == .path ? "." : ""
      return try keys(at: way, beginning: typed, document).map { key in
        JSONDocument.isPlain(key)
          ? dot + key : dot.isEmpty ? JSONText.quoted(key) : dot + bracketed(key)
      }
    }
    guard typed.unicodeScalars.first?.properties.isAlphabetic == true else { return nil }
    return functions.filter { $0.begins(with: typed) && $0 != typed }
  }

  /// Returns the index of the bracket directly before the last quote, or nil if there is none.
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

  /// Returns the path to the values whose keys complete the text, or nil if the path is unknown.
  private static func path(to place: CompletionContext) -> PathFilter? {
    guard let input = place.input else { return nil }
    guard !place.rest.unicodeScalars.allSatisfy(\.properties.isWhitespace) else {
      return PathFilter(steps: input)
    }
    return PathFilter(place.rest).map { PathFilter(steps: input + $0.steps) }
  }

  private static func keys(
    at way: PathFilter, beginning typed: String, _ document: JSONDocument
  ) throws(DocumentError) -> [String] {
    // A path to a single value is followed to any offset, but a path to several values is evaluated
    // only near the start of the body.
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

  /// Returns the keys at a path that begin with the typed text, or nil if there is no value at the
  /// path.
  private static func keys(
    at path: ValuePath, beginning typed: String, _ document: JSONDocument
  ) throws(DocumentError) -> [String]? {
    let reach = try document.follow(path)
    guard reach.missing == nil, let node = reach.node else { return nil }
    var keys: [String] = []
    try note(&keys, of: node, beginning: typed, document)
    return keys
  }

  /// Adds an object's keys that begin with the typed text, ignoring case.
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
  /// The path to a single value, or nil if the filter can have several results or none.
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
