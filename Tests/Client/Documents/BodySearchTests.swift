import ClientDocuments
import Testing

@Suite struct BodySearchTests {
  private func hits(
    _ text: String, _ needle: String, _ direction: BodySearch.Direction = .forward
  ) throws -> [String] {
    let document = try JSONDocument(text: text)
    var search = BodySearch(
      needle, in: document, from: direction == .forward ? 0 : text.utf8.count, direction)
    var found: [String] = []
    while true {
      switch try search.step(budget: 1_000) {
      case .searching: continue
      case .nothing: return found
      case .found(let range): found.append("\(range.lowerBound)")
      }
    }
  }

  @Test func `small letters find capitals, a capital is exact`() throws {
    #expect(try hits(#"["Name","name"]"#, "name") == ["2", "9"])
    #expect(try hits(#"["Name","name"]"#, "Name") == ["2"])
  }

  @Test func `keys and values are searched, the structure is not`() throws {
    #expect(try hits(#"{"a,b": 12, "c": [12, 13]}"#, ",") == ["3"])
    #expect(try hits(#"{"a": 1212, "12": "12"}"#, "12") == ["6", "8", "13", "19"])
  }

  @Test func `an escape is found by what it means`() throws {
    #expect(try hits(#"["\u00e9", "é", "\n", "n"]"#, "é") == ["2", "12"])
    #expect(try hits(#"["\u00e9", "x\n", "n"]"#, "n") == ["19"])
    #expect(try hits(#"["\ud83d\ude00", "00"]"#, "00") == ["18"])
    #expect(try hits(#"["\ud83d\ude00"]"#, "😀") == ["2"])
    #expect(try hits(#"["a\"b"]"#, "a\"B".lowercased()) == ["2"])
  }

  @Test func `backward finds the same in the other order`() throws {
    let text = "[" + (0..<9_000).map { "\"value \($0 % 97)\"" }.joined(separator: ", ") + "]"
    let forward = try hits(text, "value 96")
    #expect(forward.count == 92)
    #expect(try hits(text, "value 96", .backward) == forward.reversed())
  }

  @Test func `a hit is revealed in closed rows`() throws {
    var rows = try FoldedRows(JSONDocument(text: #"[{"a":[{"b":"needle"}]},2]"#))
    var search = BodySearch("needle", in: rows.document, from: 0, .forward)
    guard case .found(let range) = try search.step() else {
      Issue.record("not found")
      return
    }
    let row = try #require(try rows.reveal(range.lowerBound))
    #expect(row == 4)
    #expect(try rows.rows(in: row..<row + 1).first?.child.key == Array("b".utf8))
    #expect(rows.count == 6)
  }

  @Test func `text is searched as it stands`() throws {
    var search = BodySearch("B\\n", in: ByteSource(text: "ab\\n B\\n"), from: 0, .forward)
    #expect(try search.step() == .found(5..<8))
    #expect(try search.step() == .nothing)
  }
}
