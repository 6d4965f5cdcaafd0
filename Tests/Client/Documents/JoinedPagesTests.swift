import ClientDocuments
import Testing

/// Pages of a list as one body (B17).
@Suite struct JoinedPagesTests {
  private func joined(_ first: String, _ page: String, at pointer: String = "") throws -> String {
    String(
      decoding: try JoinedPages.joined(
        ByteSource(text: first), ByteSource(text: page), at: pointer), as: UTF8.self)
  }

  private static let pairs: [(first: String, page: String, pointer: String, both: String)] = [
    ("[1,2]", "[3,4]", "", "[1,2,3,4]"),
    ("[]", "[3]", "", "[3]"),
    ("[1]", "[]", "", "[1]"),
    ("[ ]", " [ ] ", "", "[ ]"),
    ("[1\n]\n", "[\n2, {\"a\":[3]}\n]", "", "[1\n,\n2, {\"a\":[3]}\n]\n"),
    (#"["]"]"#, #"["[1]"]"#, "", #"["]","[1]"]"#),
    (
      #"{"total":4,"items":[1,2],"next":"/2"}"#, #"{"items":[3],"next":null}"#, "",
      #"{"total":4,"items":[1,2,3],"next":"/2"}"#
    ),
    (
      #"{"data":[1],"included":[7]}"#, #"{"data":[2],"included":[8]}"#, "/data",
      #"{"data":[1,2],"included":[7]}"#
    ),
    (#"{"a":{"b":[1]}}"#, #"{"a":{"b":[2]}}"#, "/a/b", #"{"a":{"b":[1,2]}}"#),
  ]

  @Test(arguments: pairs.indices)
  func `B17 what the next page holds stands behind what is there, and nothing else changes`(
    _ place: Int
  ) throws {
    let pair = Self.pairs[place]
    #expect(try joined(pair.first, pair.page, at: pair.pointer) == pair.both)
  }

  @Test(arguments: 0..<40)
  func `B17 lists of any length come out as one, whatever stands between`(seed: Int) throws {
    var dice = Dice(seed: seed)
    func list(_ count: Int) -> [String] {
      (0..<count).map { _ in ["1", "\"],[\"", "{\"a\":[1,[2]]}", "[]", "null"][dice.roll(5)] }
    }
    let parts = (0..<dice.roll(6) + 1).map { _ in list(dice.roll(5)) }
    func text(_ items: [String]) -> String {
      "{\"n\": 1, \"all\": [ \(items.joined(separator: " , "))\n ], \"m\": {\"k\": 2}}"
    }
    var bytes = Array(text(parts[0]).utf8)
    for part in parts.dropFirst() {
      bytes = try JoinedPages.joined(ByteSource(bytes), ByteSource(text: text(part)))
    }
    let found = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
    #expect(found == text(parts.flatMap { $0 }).filter { !$0.isWhitespace }, "seed \(seed)")
  }

  @Test(arguments: [
    ("7", "[1]", "", "A page is not a list."),
    (#"{"a":1}"#, #"{"a":1}"#, "", "A page has no list."),
    (#"{"a":[],"b":[]}"#, #"{"a":[],"b":[]}"#, "", "A page has 2 lists."),
    ("[1]", "{}", "", "is not a list."), ("[1]", "[1", "", "The next page is not JSON."),
    ("[1,]", "[1]", "", "The current body is not JSON."),
    (#"{"a":[1]}"#, #"{"b":[1]}"#, "", "There is nothing at /a."),
    (#"{"a":1}"#, #"{"a":[1]}"#, "/a", "is not a list."),
  ])
  func `B17 what cannot be joined says why`(
    _ first: String, _ page: String, _ pointer: String, _ why: String
  ) {
    let error = #expect(throws: DocumentError.self) { try joined(first, page, at: pointer) }
    #expect(error?.what == "The next page was not appended.")
    #expect(error?.why.contains(why) == true, "\(error?.why ?? "")")
  }

  @Test func `B17 what would grow past the limit is refused`() {
    let long = ByteSource(Array("[".utf8) + Array(repeating: 0x20, count: JoinedPages.longest))
    let error = #expect(throws: DocumentError.self) {
      try JoinedPages.joined(ByteSource(text: "[]"), long)
    }
    #expect(error?.why.contains("32 MiB") == true)
  }

  @Test(arguments: 0..<60)
  func `B17 a tree that grew shows the same rows as one opened anew, with the same folds`(
    seed: Int
  ) throws {
    var dice = Dice(seed: seed)
    let items = (0..<dice.roll(8) + 1).map { "{\"id\": \($0), \"tags\": [\($0), [7, 8]]}" }
    let text =
      "{\"head\": {\"x\": 1}, \"items\": [\(items.joined(separator: ","))], \"end\": {\"y\": 2}}"
    var bytes = Array(text.utf8)
    var rows = try FoldedRows(JSONDocument(indexing: ByteSource(bytes)))
    if dice.roll(2) == 0 { try rows.open(toDepth: dice.roll(4)) }
    for _ in 0..<dice.roll(4) {
      let some = try rows.rows(in: 0..<rows.count)
      try rows.toggle(some[dice.roll(some.count)])
    }
    // What stands behind the list moves, so its folds are as a page opened anew has them.
    for row in try rows.rows(in: 0..<rows.count) where row.child.key == Array("end".utf8) {
      if row.isOpen { try rows.close(row.node) }
    }
    for _ in 0..<3 {
      let before = try rows.rows(in: 0..<rows.count)
      let grown = try JoinedPages.joined(ByteSource(bytes), ByteSource(text: text))
      let place = try ByteSource(bytes).sharedLength(with: ByteSource(grown))
      try rows.update(to: JSONDocument(indexing: ByteSource(grown)), grownAt: place)
      let after = try rows.rows(in: 0..<rows.count)
      // Each row that was there is there, open or closed as it was.
      let old = before.filter { $0.node.offset < place }
      let unchanged = after.filter { $0.node.offset < place }
      #expect(unchanged.map(\.node) == old.map(\.node), "seed \(seed)")
      #expect(unchanged.map(\.isOpen) == old.map(\.isOpen), "seed \(seed)")
      #expect(after.map(\.number) == Array(0..<after.count), "seed \(seed)")
      let list = unchanged.first { $0.child.key == Array("items".utf8) }
      if let list, list.isOpen {
        let count = after.count { $0.depth == 2 && $0.node.offset > list.node.offset }
        #expect(count >= list.child.childCount?.known ?? 0, "seed \(seed)")
      }
      bytes = grown
    }
  }
}
