import ClientDocuments
import Testing

@Suite struct OddityTests {
  @Test(arguments: [
    "0", "7", "-1", "3.14", "0.1", "1e3", "1E+22", "123456789012345", "9007199254740992",
    "1.0000000000000000", "0.30000000000000004", "1.7976931348623157e308", "5e-324", "1e22",
    "100000000000000000000", "0e5", "-0.5", "1.50",
  ])
  func `a number that a double represents exactly is not odd`(number: String) {
    #expect(Oddity.of(number: Array(number.utf8)) == nil)
  }

  @Test(arguments: [
    ("1e999", Oddity.beyondDouble), ("-1e400", .beyondDouble), ("12345678901234567890", .rounded),
    ("9007199254740993", .rounded), ("3.14159265358979323846", .rounded), ("1e-400", .rounded),
    ("-0", .negativeZero), ("-0.0", .negativeZero), ("-0e7", .negativeZero),
  ])
  func `a number that a double changes is odd`(number: String, oddity: Oddity) {
    #expect(Oddity.of(number: Array(number.utf8)) == oddity)
  }

  @Test(arguments: [
    ("plain", []), (#"caf\u00e9 \"q\" \/ \n"#, []), (#"\ud83d\ude00"#, []), ("é漢🙂", []),
    (#"\ud800"#, [Oddity.loneSurrogate]), (#"\udc00x"#, [.loneSurrogate]),
    (#"\ud83d\u0041"#, [.loneSurrogate]), (#"\q"#, [.badEscape]), (#"\u12g4"#, [.badEscape]),
    ("a\u{1}b", [.bareControl]), (#"\x\ud800"#, [.badEscape, .loneSurrogate]),
  ])
  func `text is judged by its escapes`(text: String, oddities: [Oddity]) {
    #expect(Oddity.of(string: Array(text.utf8)[...]) == oddities)
  }

  @Test func `bytes that are no UTF-8 are odd, half a character at a cut is not`() {
    #expect(Oddity.of(string: [0x61, 0xFF, 0x62]) == [.brokenText])
    #expect(Oddity.of(string: [0xC3, 0xA9, 0xE6, 0xBC], isCut: true) == [])
    #expect(Oddity.of(string: [0xC3, 0xA9, 0xE6, 0xBC]) == [.brokenText])
  }

  @Test(arguments: [#"ab\"#, #"ab\u"#, #"ab\ud8"#, #"ab\ud83d"#, #"ab\ud83d\"#, #"ab\ud83d\ude0"#])
  func `half an escape at a cut is not odd`(text: String) {
    #expect(Oddity.of(string: Array(text.utf8)[...], isCut: true) == [])
  }

  private func twins(_ text: String, _ window: Range<Int>? = nil) throws -> Set<Int> {
    var rows = try FoldedRows(JSONDocument(text: text))
    try rows.openAll()
    return try rows.repeatedKeys(among: try rows.rows(in: window ?? 0..<rows.count))
  }

  @Test func `equal keys of one object are twins, however they are escaped`() throws {
    #expect(
      try twins(#"{"a": 1, "b": {"a": 2}, "\u0061": 3, "c": [{"x": 1}, {"x": 2}]}"#) == [1, 4])
    #expect(try twins(#"{"a": 1, "b": 2}"#) == [])
    #expect(try twins(#"{"a": {"k": 1, "z": 0, "k": 2}, "k": 3}"#) == [2, 4])
  }

  @Test func `a twin outside of the rows on show is found in an object of up to 1,000 members`()
    throws
  {
    let members = (0..<900).map { "\"k\($0)\": \($0)" }.joined(separator: ",")
    let text = "{\"k5\": 0, \(members)}"
    #expect(try twins(text, 4..<10) == [7])
    let many = (0..<2_000).map { "\"k\($0)\": \($0)" }.joined(separator: ",")
    #expect(try twins("{\"k5\": 0, \(many)}", 4..<10) == [])
    #expect(try twins("{\"k5\": 0, \(many)}", 0..<10) == [1, 7])
  }

  @Test func `a child reports what is odd about its value and its key`() throws {
    let document = try JSONDocument(text: #"{"\ud800": -0, "a": "x\udfff", "b": [1e999]}"#)
    let root = try #require(try document.root())
    let children = try document.children(of: root, in: 0..<3)
    #expect(children.map(\.oddities) == [[.negativeZero, .loneSurrogate], [.loneSurrogate], []])
  }
}
