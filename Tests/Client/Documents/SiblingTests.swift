import ClientDocuments
import Testing

@Suite struct SiblingTests {
  /// The offsets of the values that show.
  private func shown(_ rows: FoldedRows) throws -> [Int] {
    try rows.rows(in: 0..<rows.count, previewLength: 0).map(\.node.offset)
  }

  @Test(arguments: 0..<150)
  func `folding siblings shows what a plain list of values shows, each in its place`(
    seed: Int
  ) throws {
    let json = RandomJSON(seed: seed, size: seed % 10 == 0 ? 20_000 : 600)
    var dice = Dice(seed: seed + 3)
    var rows = try FoldedRows(
      JSONDocument(indexing: ByteSource(json.bytes), grain: seed % 2 == 0 ? .fine : .usual))
    try rows.open(toDepth: dice.roll(6))
    for step in 0..<6 {
      let before = try shown(rows)
      let place = dice.roll(before.count)
      let own = try #require(json.values.firstIndex { $0.offset == before[place] })
      let value = json.values[own]
      let siblings = value.parent.map { json.values[$0].children } ?? [own]
      let wantsOpen = dice.roll(2) == 0
      if wantsOpen {
        #expect(try rows.openSiblings(of: value.node))
      } else {
        try rows.closeSiblings(of: value.node)
      }
      let first = json.values[siblings[0]].offset
      let end = siblings.map { json.values[$0].end }.max() ?? 0
      let inside = siblings.flatMap { sibling in
        [json.values[sibling].offset]
          + (wantsOpen ? json.values[sibling].children.map { json.values[$0].offset } : [])
      }
      let wanted = before.filter { $0 < first } + inside.sorted() + before.filter { $0 >= end }
      #expect(try shown(rows) == wanted, "seed \(seed) step \(step)")
      #expect(try rows.row(of: value.node) == wanted.firstIndex(of: value.offset), "seed \(seed)")
    }
  }

  @Test(arguments: 0..<60)
  func `the first and the last child and sibling are those of the text`(seed: Int) throws {
    let json = RandomJSON(seed: seed, size: 3_000)
    var rows = try FoldedRows(JSONDocument(indexing: ByteSource(json.bytes), grain: .fine))
    try rows.openAll()
    let order = json.values.map(\.offset)
    for value in json.values where value.node.isContainer {
      let first = value.children.first.map { order.firstIndex(of: json.values[$0].offset) }
      let last = value.children.last.map { order.firstIndex(of: json.values[$0].offset) }
      #expect(try rows.childRow(.first, of: value.node) == first ?? nil, "seed \(seed)")
      #expect(try rows.childRow(.last, of: value.node) == last ?? nil, "seed \(seed)")
      for child in value.children {
        #expect(try rows.siblingRow(.first, of: json.values[child].node) == first ?? nil)
        #expect(try rows.siblingRow(.last, of: json.values[child].node) == last ?? nil)
      }
    }
  }

  @Test func `the last of many children is found without reading the others`() throws {
    let text = "[" + String(repeating: "{\"id\":1},", count: 1_500_000) + "{\"id\":2}]"
    var rows = try FoldedRows(JSONDocument(text: text))
    let root = try #require(try rows.document.root())
    #expect(try rows.childRow(.last, of: root) == 1_500_001)
    let clock = ContinuousClock()
    for end in [FoldedRows.End.first, .last] {
      var best = Duration.seconds(1)
      // The quickest of many: what reads all the others is slow each time.
      for _ in 0..<300 where best >= .milliseconds(20) {
        best = min(best, try clock.measure { _ = try rows.childRow(end, of: root) })
      }
      #expect(best < .milliseconds(20), "an unoptimised build has twenty times the room")
    }
    let last = try #require(
      try rows.document.children(of: root, in: 1_500_000..<1_500_001).first?.node)
    #expect(try rows.openSiblings(of: last))
    #expect(rows.count == 3_000_003)
    #expect(try rows.row(of: last) == 3_000_001)
    try rows.closeSiblings(of: last)
    #expect(try rows.row(of: last) == 1_500_001)
  }
}
