import ClientDocuments
import Testing

/// Nothing of a body is changed, dropped or put in another order on its way to the screen.
@Suite struct LosslessTests {
  private func children(_ text: [UInt8]) throws -> (JSONDocument, [JSONChild]) {
    let document = try JSONDocument(indexing: ByteSource(text))
    let root = try #require(try document.root())
    return (document, try document.children(of: root, in: 0..<100))
  }

  @Test func `the order of keys is preserved, and equal keys are all there`() throws {
    let (_, all) = try children(Array(#"{"b":1,"a":2,"b":3,"\u0062":4,"":5}"#.utf8))
    #expect(
      all.map { $0.key.map { String(decoding: $0, as: UTF8.self) } }
        == ["b", "a", "b", "\\u0062", ""])
    #expect(all.map { String(decoding: $0.preview, as: UTF8.self) } == ["1", "2", "3", "4", "5"])
  }

  @Test(arguments: [
    "-0", "1e999", "1E+2", "0.10", "-1.50e-0003", "9007199254740993",
    "1" + String(repeating: "0", count: 9_999),
  ])
  func `the text of a number stays as it is`(number: String) throws {
    let (document, all) = try children(Array("[\(number), 1]".utf8))
    #expect(all[0].preview == Array(number.utf8.prefix(256)))
    #expect(all[0].isCut == (number.utf8.count > 256))
    #expect(try document.rawText(of: all[0].node) == Array(number.utf8))
    #expect(try document.copyText(of: all[0].node) == number)
  }

  @Test func `bytes that are no UTF-8 come out as they went in`() throws {
    let odd: [UInt8] = [0x22, 0xC3, 0x28, 0xFF, 0xED, 0xA0, 0x80, 0x22]
    let (document, all) = try children(
      Array("{\"".utf8) + [0xFE] + Array("\":".utf8) + odd + [0x7D])
    #expect(all[0].key == [0xFE])
    #expect(try document.rawText(of: all[0].node) == odd)
  }

  @Test(arguments: 0..<60)
  func `the bytes of any value read again are the same tree`(seed: Int) throws {
    let json = RandomJSON(seed: seed, size: seed % 10 == 0 ? 20_000 : 500)
    let document = try JSONDocument(
      indexing: ByteSource(json.bytes), grain: seed % 2 == 0 ? .fine : .usual)
    for (place, value) in json.values.enumerated() where place % (1 + json.values.count / 40) == 0 {
      let note: Comment = "seed \(seed), value \(place)"
      #expect(try document.range(of: value.node) == value.offset..<value.end, note)
      let raw = try document.rawText(of: value.node)
      #expect(raw == Array(json.bytes[value.offset..<value.end]), note)
      #expect(JSONValidator.fault(in: raw) == nil, note)
      var own = try FoldedRows(JSONDocument(indexing: ByteSource(raw)))
      try own.openAll()
      let inside = json.values.filter { $0.offset >= value.offset && $0.end <= value.end }
      #expect(own.count == inside.count, note)
      let rows = try own.rows(in: 0..<30)
      #expect(rows.map { $0.node.offset + value.offset } == inside.prefix(30).map(\.offset), note)
      #expect(rows.map { $0.depth + value.depth } == inside.prefix(30).map(\.depth), note)
      #expect(rows.map(\.node.kind) == inside.prefix(30).map(\.kind), note)
    }
  }

  @Test(arguments: 0..<60)
  func `folding never changes the path of what is selected`(seed: Int) throws {
    let json = RandomJSON(seed: seed, size: 2_000)
    var rows = try FoldedRows(
      JSONDocument(indexing: ByteSource(json.bytes), grain: seed % 2 == 0 ? .fine : .usual))
    var dice = Dice(seed: seed)
    let selected = json.values[dice.roll(json.values.count)].node
    let path = try rows.document.path(of: selected)
    for _ in 0..<20 {
      let node = json.values[dice.roll(json.values.count)].node
      switch dice.roll(5) {
      case 0: try rows.openAll(below: node)
      case 1: try rows.closeAll()
      case 2: try rows.open(toDepth: dice.roll(6))
      case 3: try rows.close(node)
      default: try rows.open(node)
      }
      #expect(try rows.document.path(of: selected) == path, "seed \(seed)")
      let row = try #require(try rows.nearestRow(to: selected), "seed \(seed)")
      let shown = try #require(try rows.rows(in: row..<row + 1).first, "seed \(seed)")
      let above = try rows.document.path(of: shown.node)
      #expect(path.starts(with: above), "seed \(seed)")
    }
    let row = try #require(try rows.reveal(selected.offset))
    #expect(try rows.rows(in: row..<row + 1).first?.node == selected, "seed \(seed)")
  }

  @Test func `a long string ends where it ends, wherever it is cut`() throws {
    let inner = String(repeating: #"a\"b\\"#, count: 300_000)
    let text = "{\"k\": \"\(inner)\", \"next\": [\"\(inner)\", 7]}"
    let (document, all) = try children(Array(text.utf8))
    #expect(try document.range(of: all[0].node).count == inner.utf8.count + 2)
    #expect(all[1].childCount == .exactly(2))
    let inside = try #require(try document.value(at: inner.utf8.count))
    #expect(inside == all[0].node)
    let later = try #require(try document.value(at: text.utf8.count - 20))
    #expect(later.depth == 2 && later.kind == .string)
  }
}
