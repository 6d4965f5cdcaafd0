import Testing

@testable import ClientDocuments

struct HexRowsTests {
  @Test(arguments: [(10, 4), (27, 4), (42, 4), (43, 8), (75, 8), (76, 16), (141, 16), (142, 32)])
  func `a hexadecimal row has 32, 16, 8 or 4 bytes, as many as fit`(columns: Int, bytes: Int) {
    #expect(HexRows.Length.fitting(columns: columns).rawValue == bytes)
  }

  @Test(arguments: HexRows.Length.allCases)
  func `a full row takes the columns that its length states`(length: HexRows.Length) throws {
    let rows = HexRows(ByteSource(Array(repeating: 0x41, count: 80)), length: length)
    #expect(try rows.rows(in: 0..<1).first?.text.count == length.columns)
  }

  @Test func `rows of four bytes end with the last byte of the body`() throws {
    let rows = HexRows(ByteSource(Array("Hello!".utf8)), length: .four)
    #expect(rows.count == 2)
    #expect(
      try rows.rows(in: 0..<9).map(\.text) == [
        "00000000  48 65 6c 6c  Hell", "00000004  6f 21        o!",
      ])
  }
}
