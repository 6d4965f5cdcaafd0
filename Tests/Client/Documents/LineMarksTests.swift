import ClientDocuments
import Testing

@Suite struct LineMarksTests {
  /// Counted the simple way.
  private func place(of offset: Int, in bytes: [UInt8]) -> TextPosition {
    var (line, column) = (1, 1)
    for byte in bytes[..<offset] {
      if byte == 0x0A {
        (line, column) = (line + 1, 1)
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return TextPosition(line: line, column: column)
  }

  @Test(arguments: 0..<60)
  func `each value stands at the line and column that counting gives`(seed: Int) throws {
    let json = RandomJSON(seed: seed, size: seed % 6 == 0 ? 600_000 : 2_000)
    var document = JSONDocument()
    var dice = Dice(seed: seed)
    // Pieces of any length: marks stand where they would stand in one.
    var length = 0
    while length < json.bytes.count {
      length = min(json.bytes.count, length + 64 * (1 + dice.roll(5_000)))
      _ = try document.extend(to: ByteSource(Array(json.bytes[..<length])), .growing)
    }
    _ = try document.extend(to: ByteSource(json.bytes), .ended)
    let picked = (0..<12).map { _ in dice.roll(json.values.count) }.sorted()
    let nodes = picked.map { json.values[$0].node }
    let places = try document.places(of: nodes)
    for (node, found) in zip(nodes, places) {
      #expect(found == place(of: node.offset, in: json.bytes), "seed \(seed) at \(node.offset)")
    }
  }

  @Test func `columns count characters, also in a body of one long line`() throws {
    let text = "[\"" + String(repeating: "é漢🙂", count: 50_000) + "\", 7]"
    let document = try JSONDocument(text: text)
    let root = try #require(try document.root())
    let seven = try #require(try document.children(of: root, in: 1..<2).first?.node)
    #expect(try document.places(of: [seven]) == [TextPosition(line: 1, column: 150_006)])
  }

  @Test func `what has not arrived has no place`() throws {
    let document = JSONDocument()
    let node = JSONNode(offset: 900, kind: .number, depth: 0)
    #expect(try document.places(of: [node]) == [nil])
  }

  @Test func `the marks take little of the index`() throws {
    let text = "[" + String(repeating: "{\"id\": 1, \"name\": \"x\"},\n", count: 200_000) + "0]"
    let document = try JSONDocument(text: text)
    #expect(Double(document.indexSize) <= 0.002 * Double(text.utf8.count))
  }
}
