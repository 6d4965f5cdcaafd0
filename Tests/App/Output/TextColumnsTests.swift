import Foundation
import Testing

@testable import weir

struct TextColumnsTests {
  @Test func `one long text moves the rest of its own row and not that of the others far away`() {
    let long = "http://a.example/" + String(repeating: "x", count: 290)
    let lines = TextColumns(["URL", "WHY"], [["http://b/", "short"], [long, "long"]]).lines()
    #expect(lines[1].hasPrefix("http://b/ ") && lines[1].hasSuffix(" short"))
    #expect(lines[1].count == TextColumns.widest + 2 + "short".count)
    #expect(lines[2] == long + "  long")
  }

  @Test(
    arguments: [
      (nil, "1  http://a.example/v2/books/7  20 B  not sent"),
      (60, "1  http://a.example/v2/books/7  20 B  not sent"),
      (39, "1  a.example/v2/books/7  20 B  not sent"),
      (36, "1  a.example/v2/books/7  20 B  not …"), (20, "1  a.example/v2/boo…"),
    ] as [(Int?, String)])
  func `on a terminal the address is shortened first and the last text last`(
    width: Int?, line: String
  ) {
    var columns = TextColumns(addresses: 1, within: width)
    let lines = columns.lines(
      of: [["1", "http://a.example/v2/books/7", "20 B", "not sent"], ["2", "b", "1 kB", ""]])
    #expect(lines[0] == line)
    if width != 20 {
      let start = line.components(separatedBy: "20 B")[0].count
      #expect(lines[1] == "2  b" + String(repeating: " ", count: start - 4) + "1 kB")
    }
  }

  @Test func `an address that nothing follows has the rest of its row`() {
    var columns = TextColumns(addresses: 0, within: 34)
    let lines = columns.lines(
      of: [["a.example/v2/books/7?page=1&n=2", ""], ["b", "it was refused"]])
    #expect(lines == ["a.example/v2/books/7?page=1&n=2", "b                     it was refu…"])
  }

  @Test func `styles change no widths`() {
    var columns = TextColumns(addresses: 1, within: 30) { column, _ in column == 0 ? .red : nil }
    let lines = columns.lines(of: [["404", "/x"], ["", "/y"]])
    #expect(lines == ["\u{1B}[31m404\u{1B}[0m  /x", "     /y"])
  }

  @Test func `columns of later portions are at least as wide as before`() {
    var columns = TextColumns()
    let first = columns.lines(of: [["A", "B"], ["wide text", "1"]])
    let second = columns.lines(of: [["x", "2"], ["much wider text", "3"]])
    #expect(first == ["A          B", "wide text  1"])
    #expect(second == ["x                2", "much wider text  3"])
  }
}

struct VerbatimJSONTests {
  private struct Record: Encodable {
    var body: VerbatimJSON?
    var detail: VerbatimJSON?
  }

  @Test func `JSON is printed as it came, with every digit, and other text as a string`() throws {
    let body = VerbatimJSON(.inline(Array("{\"n\": 1.00000000000000000001,\n\"s\":\"a/b\"}".utf8)))
    let record = Record(body: body, detail: VerbatimJSON(valueOrText: "it is \"{\""))
    #expect(
      String(decoding: try JSONOutput.text(of: record), as: UTF8.self)
        == #"{"body":{"n": 1.00000000000000000001, "s":"a/b"},"detail":"it is \"{\""}"#)
  }

  @Test func `only a text that is a JSON object or list is taken for one`() throws {
    for (text, printed) in [
      ("{\"a\":1}", "{\"a\":1}"), ("[1]", "[1]"), ("{a}", "\"{a}\""), ("12", "\"12\""),
      ("", "\"\""),
    ] {
      let record = Record(detail: VerbatimJSON(valueOrText: text))
      #expect(
        String(decoding: try JSONOutput.text(of: record), as: UTF8.self)
          == "{\"detail\":\(printed)}")
    }
  }

  @Test func `a body that is none, binary or in a file has no value`() {
    #expect(VerbatimJSON(.none) == nil && VerbatimJSON(.inline([])) == nil)
    #expect(VerbatimJSON(.inline([0xFF, 0xFE])) == nil)
    #expect(VerbatimJSON(.file(name: "b", length: 70_000, sha256: [])) == nil)
  }
}
