import ClientDocuments
import TestSupport
import Testing

/// Event streams, of which only open events are in memory.
struct FoldedEventsTests {
  /// Events of one to three lines, some of them JSON, with line breaks of each kind.
  private static func stream(_ count: Int, _ dice: inout Dice) -> [UInt8] {
    let data = [": note", "id: 7", "data: {\"n\": [1, {\"m\": 2}]}", "data: text", "event: tick"]
    let breaks = ["\n", "\r\n", "\r"]
    var text = ""
    for _ in 0..<count {
      let end = breaks[dice.roll(3)]
      for _ in 0...dice.roll(3) { text += data[dice.roll(data.count)] + end }
      text += end
    }
    return Array(text.utf8)
  }

  @Test(arguments: 0..<trials(of: 60))
  func `rows are those of an outline of the same stream, however they are folded`(
    seed: Int
  ) throws {
    var dice = Dice(seed: seed)
    let bytes = Self.stream(1 + dice.roll(600), &dice)
    let outline = Outline(.events, bytes)
    let roots = outline.children(of: nil)
    var expected = FoldedOutline(outline, toDepth: 0)
    var events = FoldedEvents()
    try events.extend(to: ByteSource(bytes))
    #expect(events.eventCount == roots.count, "seed \(seed)")
    for _ in 0..<25 {
      let place = dice.roll(events.count)
      let node = try #require(expected.node(ofRow: place))
      let row = try #require(try events.row(at: place))
      let fold = dice.roll(3) > 0 ? FoldedOutline.Fold.open : .closed
      try events.setOpen(row, fold)
      expected.setOpen(node, fold == .open)
      #expect(events.count == expected.count, "seed \(seed)")
      #expect(events.row(of: row.node, inEvent: row.event) == expected.row(of: node))
    }
    let first = dice.roll(events.count)
    let shown = try events.rows(in: first..<first + 40).map { $0.outline.rows[$0.node] }
    let nodes = (first..<first + 40).compactMap(expected.node(ofRow:))
    #expect(shown == nodes.map { outline.rows[$0] }, "seed \(seed)")
    // A byte leads to its node, open or not.
    let offset = dice.roll(bytes.count)
    let found = try events.node(at: offset).map { $0.outline.rows[$0.node] }
    #expect(found == outline.node(at: offset).map { outline.rows[$0] }, "seed \(seed)")
  }

  @Test func `what is revealed shows, and stays open while the stream grows`() throws {
    let text = "data: {\"a\": {\"b\": 1}}\n\ndata: {\"c\": "
    var events = FoldedEvents()
    try events.extend(to: ByteSource(text: text))
    let row = try #require(try events.node(at: 13))
    let place = try events.reveal(row)
    #expect(try events.row(at: place).map { $0.outline.nodes[$0.node].value } == 18..<19)
    let last = try #require(try events.row(at: events.count - 1))
    try events.setOpen(last, .open)
    let before = events.count
    try events.extend(to: ByteSource(text: text + "{\"d\": 2}}\n\ndata: next\n\n"))
    #expect(events.row(of: row.node, inEvent: 0) == place)
    #expect(events.eventCount == 3 && events.count == before + 1)
    // The line of the open event is a tree now.
    let line = try #require(try events.row(at: events.row(ofEvent: 1) + 1))
    #expect(line.outline.nodes[line.node].children == 1)
  }

  @Test func `opening all of very many events opens those around the cursor`() throws {
    let events = 100_000
    var text: [UInt8] = []
    for number in 0..<events { text += Array("data: {\"n\":\(number)}\n\n".utf8) }
    var rows = FoldedEvents()
    try rows.extend(to: ByteSource(text))
    let open = try rows.open(toDepth: .max, around: events - 10)
    #expect(open < events && open > 80_000)
    let last = try #require(try rows.row(at: rows.count - 1))
    #expect(last.event == events - 1 && last.node == 2)
    #expect(try rows.row(at: 0)?.event == 0)
  }
}
