import ClientDocuments
import Testing

/// Regular expressions in trees and texts, beside a scan that decodes first and matches then.
@Suite struct ExpressionSearchTests {
  static func hits(_ search: BodySearch, budget: Int = 1 << 20) throws -> [Range<Int>] {
    var search = search
    var found: [Range<Int>] = []
    for _ in 0..<400_000 {
      switch try search.step(budget: budget) {
      case .found(let range): found.append(range)
      case .searching: continue
      case .nothing: return found
      }
    }
    Issue.record("The search does not end.")
    return found
  }

  static func tree(
    _ query: SearchQuery, _ document: JSONDocument, _ direction: BodySearch.Direction = .forward
  ) throws -> [Range<Int>] {
    try hits(
      BodySearch(
        SearchPattern(query, .tree), in: document,
        from: direction == .forward ? 0 : document.indexedCount, direction))
  }

  static func text(
    _ query: SearchQuery, _ bytes: [UInt8], _ direction: BodySearch.Direction = .forward
  ) throws -> [Range<Int>] {
    try hits(
      BodySearch(
        SearchPattern(query, .text), in: ByteSource(bytes),
        from: direction == .forward ? 0 : bytes.count, direction))
  }

  private func found(_ text: String, _ query: SearchQuery) throws -> [String] {
    let document = try JSONDocument(text: text)
    return try Self.tree(query, document).map { range in
      String(decoding: Array(text.utf8)[range], as: UTF8.self)
    }
  }

  // MARK: Trees

  /// What each expression means, written out by hand.
  private static let meanings: [(expression: String, holds: @Sendable (String) -> Bool)] = [
    ("é", { $0.unicodeScalars.contains("é") }), ("^$", { $0.isEmpty }),
    (
      "^[^a]+$",
      { !$0.isEmpty && !$0.contains("a") }
    ),
    ("a.*é", { text in text.firstIndex(of: "a").map { text[$0...].contains("é") } ?? false }),
    ("\\\\", { $0.contains("\\") }), ("\"$", { $0.hasSuffix("\"") }),
    ("[0-9]", { $0.contains { ("0"..."9").contains($0) } }),
    ("^(true|null)$", { $0 == "true" || $0 == "null" }), ("^a", { $0.hasPrefix("a") }),
  ]

  @Test(arguments: 0..<60)
  func `an expression finds the keys and values that decoding first finds`(seed: Int) throws {
    let json = RandomJSON(seed: seed, size: seed == 0 ? 20_000 : 600)
    let document = try JSONDocument(
      indexing: ByteSource(json.bytes), grain: seed % 2 == 0 ? .fine : .usual)
    for (expression, holds) in Self.meanings {
      for scope in SearchQuery.Scope.allCases {
        var expected: [Range<Int>] = []
        for value in json.values {
          if let key = value.key, scope != .values, holds(JSONText.string(key)) {
            expected.append(value.keyOffset..<value.keyOffset + key.count)
          }
          guard !value.node.isContainer, scope != .keys else { continue }
          let raw = Array(json.bytes[value.offset..<value.end])
          let isString = value.kind == .string
          let inner = isString ? Array(raw.dropFirst().dropLast()) : raw
          if holds(isString ? JSONText.string(inner) : String(decoding: raw, as: UTF8.self)) {
            let start = value.offset + (isString ? 1 : 0)
            expected.append(start..<start + inner.count)
          }
        }
        expected.sort { $0.lowerBound < $1.lowerBound }
        let note: Comment = "seed \(seed), \(expression), \(scope)"
        let query = SearchQuery(expression, .expression, in: scope)
        let up = try Self.tree(query, document)
        #expect(up.count == expected.count, note)
        for (hit, token) in zip(up, expected) {
          #expect(token.lowerBound <= hit.lowerBound && hit.upperBound <= token.upperBound, note)
        }
        #expect(try Self.tree(query, document, .backward) == up.reversed(), note)
      }
    }
  }

  @Test(arguments: 0..<40)
  func `a literal text is found in keys or values only`(seed: Int) throws {
    let json = RandomJSON(seed: seed, size: 600)
    let document = try JSONDocument(indexing: ByteSource(json.bytes), grain: .fine)
    for needle in ["a", "é", "\\", "null", "e9"] {
      func hits(_ scope: SearchQuery.Scope) throws -> [Range<Int>] {
        try Self.tree(SearchQuery(needle, in: scope), document)
      }
      let keys = json.values.filter { $0.key != nil }.map {
        $0.keyOffset..<$0.keyOffset + ($0.key?.count ?? 0)
      }
      let all = try hits(.everywhere)
      let inKeys = all.filter { hit in keys.contains { $0.contains(hit.lowerBound) } }
      #expect(try hits(.keys) == inKeys, "seed \(seed), \(needle)")
      #expect(
        try hits(.values) == all.filter { !inKeys.contains($0) }, "seed \(seed), \(needle)")
    }
  }

  @Test func `escapes are matched by what they mean`() throws {
    let text = #"{"caf\u00e9":"a\/b","x":"\ud83d\ude00 \n","y":"\u0041"}"#
    #expect(try found(text, SearchQuery("^café$", .expression)) == [#"caf\u00e9"#])
    #expect(try found(text, SearchQuery("a/b", .expression)) == [#"a\/b"#])
    #expect(try found(text, SearchQuery("/", .expression)) == [#"\/"#])
    #expect(try found(text, SearchQuery("\\x{1F600} $", .expression)) == [#"\ud83d\ude00 "#])
    #expect(try found(text, SearchQuery("A$", .expression)) == [#"\u0041"#])
  }

  @Test func `case is smart, exact or the same, and a class is not a capital`() throws {
    let text = #"["lamp","Lamp","LAMP"]"#
    func count(_ expression: String, _ letters: SearchQuery.Letters) throws -> Int {
      try found(text, SearchQuery(expression, .expression, letters)).count
    }
    #expect(try count("l.mp", .smart) == 3)
    #expect(try count("L.mp", .smart) == 1)
    #expect(try count("\\Samp", .smart) == 3)
    #expect(try count("\\x{4C}amp", .smart) == 3)
    #expect(try count("l.mp", .exact) == 1)
    #expect(try count("L.mp", .same) == 3)
    #expect(try found(text, SearchQuery("lamp", .literal, .exact)).count == 1)
    #expect(try found(text, SearchQuery("LAMP", .literal, .same)).count == 3)
  }

  @Test func `hits outside of the scope are not found`() throws {
    let text = #"{"id":"key","key":{"id":["key"]}}"#
    #expect(try found(text, SearchQuery("k.y", .expression, in: .keys)).count == 1)
    #expect(try found(text, SearchQuery("k.y", .expression, in: .values)).count == 2)
    #expect(try found(text, SearchQuery("k.y", .expression)).count == 3)
  }

  @Test func `a deep document is searched both ways`() throws {
    let depth = 100_000
    let text =
      String(repeating: #"{"a":["#, count: depth / 2) + #""lamp 7""#
      + String(repeating: "]}", count: depth / 2)
    let document = try JSONDocument(text: text)
    let hit = try Self.tree(SearchQuery("lamp \\d", .expression), document)
    #expect(hit.map(\.lowerBound) == [depth / 2 * 6 + 1])
    #expect(try Self.tree(SearchQuery("lamp \\d", .expression), document, .backward) == hit)
  }

  @Test(arguments: [
    #"[1 "a" 2"#, #"{"a":"a","#, #"{"a"::"a"}"#, #"["a":1,"a"]"#, #"{a:"a",a}"#, #""a"#, #"[""#,
    "]]]\"a\"", #"{"a" "a":1}"#, "\u{FEFF}\"a\"", "[\"a\\", #"["a\"#, "a\"a",
  ])
  func `a broken document is searched as its rows show it`(text: String) throws {
    let document = try JSONDocument(indexing: ByteSource(text: text), grain: .fine)
    let forward = try Self.tree(SearchQuery("a", .expression), document)
    #expect(try Self.tree(SearchQuery("a", .expression), document, .backward) == forward.reversed())
    // Each hit of the literal search is one of the expression's, but for further ones in one text.
    let literal = try Self.tree(SearchQuery("a"), document)
    #expect(Set(forward).isSubset(of: Set(literal)), "\(forward) \(literal)")
    #expect(Set(try rows(forward, document)) == Set(try rows(literal, document)))
  }

  private func rows(_ hits: [Range<Int>], _ document: JSONDocument) throws -> [Int] {
    try hits.compactMap { try document.value(at: $0.lowerBound)?.offset }
  }

  // MARK: Long texts

  @Test(arguments: [false, true])
  func `matches across the edges of windows are found in a long string`(isEscaped: Bool) throws {
    let window = 128 << 10
    let filler = isEscaped ? #"\u00e9"# : "é"
    for shift in [-70_000, -12, -6, -1, 0, 1, 5, 7] {
      var inner = "x"
      let wanted = window + shift
      inner += String(repeating: "y", count: (wanted - 1) % filler.utf8.count)
      while inner.utf8.count < wanted { inner += filler }
      let place = inner.utf8.count
      inner += "lamp" + String(repeating: filler, count: 10_000) + "end"
      inner += String(repeating: ".", count: 300_000)
      let bytes = Array("[\"\(inner)\",\"lamp\"]".utf8)
      let document = try JSONDocument(indexing: ByteSource(bytes))
      let query = SearchQuery("(?<=é)lampé+end", .expression)
      let hits = try Self.tree(query, document)
      #expect(hits.map(\.lowerBound) == [place + 2], "shift \(shift)")
      #expect(try Self.tree(query, document, .backward) == hits, "shift \(shift)")
      // Only the text's own ends are its ends.
      #expect(try Self.tree(SearchQuery("^.y*é", .expression), document).count == 1)
      #expect(try Self.tree(SearchQuery("^é|é$", .expression), document).isEmpty)
      #expect(
        try Self.tree(SearchQuery("\\.$", .expression), document).map(\.upperBound)
          == [inner.utf8.count + 2])
    }
  }

  @Test func `matches across the edges of stretches are found in a text`() throws {
    let edge = 128 << 10
    for shift in [-50_000, -5, -4, -3, -1, 0, 1] {
      var bytes = [UInt8](repeating: 46, count: 500_000)
      bytes[100] = 10
      let word = Array("lamp".utf8) + [UInt8](repeating: 45, count: 50_000) + Array("é\n".utf8)
      bytes.replaceSubrange(edge + shift..<edge + shift + word.count, with: word)
      let query = SearchQuery("lamp-*é$", .expression)
      let hits = try Self.text(query, bytes)
      #expect(hits == [edge + shift..<edge + shift + word.count - 1], "shift \(shift)")
      #expect(try Self.text(query, bytes, .backward) == hits)
      #expect(try Self.text(SearchQuery("^\\.", .expression), bytes).count == 3)
    }
  }

  @Test(arguments: 0..<40)
  func `lines of a text are found as matching each line finds them`(seed: Int) throws {
    var dice = Dice(seed: seed)
    let parts = ["ab", "Ab", "é", " ", "\n", "\r\n", "x1", "\u{FF}", "aab"]
    var text = ""
    for _ in 0..<dice.roll(300) { text += parts[dice.roll(parts.count)] }
    if seed % 10 == 0 { text = String(repeating: "..\n", count: 43_690) + text }
    var expected: [Int] = []
    var line = 0
    for part in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      if String(part).lowercased().contains("ab") { expected.append(line) }
      line += 1
    }
    let bytes = Array(text.utf8)
    let hits = try Self.text(SearchQuery("[a]b", .expression), bytes)
    let lines = try TextDocument(indexing: ByteSource(bytes))
    let found = try hits.map { try lines.line(at: $0.lowerBound) }
    #expect(Array(Set(found)).sorted() == expected, "seed \(seed)")
    #expect(
      try Self.text(SearchQuery("[a]b", .expression), bytes, .backward) == hits.reversed(),
      "seed \(seed)")
  }

  @Test func `bytes that are no UTF-8 are passed over`() throws {
    let bytes: [UInt8] = [0xFF, 0x61, 0xC3, 0x61, 0xE2, 0x82, 0x0A, 0x62]
    #expect(try Self.text(SearchQuery("a", .expression), bytes).map(\.lowerBound) == [1, 3])
    #expect(try Self.text(SearchQuery("^b", .expression), bytes).map(\.lowerBound) == [7])
    let document = try JSONDocument(indexing: ByteSource([0x22, 0xFF, 0x61, 0x22]))
    #expect(try Self.tree(SearchQuery("a$", .expression), document).map(\.lowerBound) == [2])
  }

  // MARK: Bounds

  @Test(arguments: ["(a+)+[bc]", "(a|aa)+$[bc]", "(.*)*[xy]", ".*.*.*[xy]", "(?:a?){30}a{30}[bc]"])
  func `a catastrophic expression ends with a message`(expression: String) throws {
    let text = "[\"" + String(repeating: "a", count: 300_000) + "\"]"
    let document = try JSONDocument(text: text)
    let error = #expect(throws: DocumentError.self) {
      _ = try Self.tree(SearchQuery(expression, .expression), document)
    }
    #expect(error?.what == "The search was stopped.")
    #expect(error?.why.contains(expression) == true)
    #expect(error?.whatToDo.isEmpty == false)
  }

  @Test(arguments: [
    ("(ab", 3, "Missing closing parenthesis."),
    ("é[a", 3, "Missing terminating ] for character class."),
    ("*", 0, "Quantifier does not follow a repeatable item."),
  ])
  func `a bad expression says what is wrong and where`(
    text: String, place: Int, why: String
  ) throws {
    let fault = try #require(SearchQuery(text, .expression).fault)
    guard case .badExpression(_, let found, _) = fault else { return #expect(Bool(false)) }
    #expect(found == place)
    #expect(fault.what == "The regex is not valid at character \(place + 1).")
    #expect(fault.why == why)
    #expect(
      fault.whatToDo == "Correct it, or write \\ before a special character to match it literally.")
    #expect(SearchQuery(text).fault == nil, "a literal text is never wrong")
  }
}
