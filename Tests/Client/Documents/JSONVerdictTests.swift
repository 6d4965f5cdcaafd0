import ClientDocuments
import Foundation
import Testing

/// What is JSON and what is not (RFC 8259), and that both open as far as they go.
@Suite struct JSONVerdictTests {
  /// Nicolas Seriot's cases, where they lie beside the project.
  private static let suite = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appending(
      path: "../../../../shared/data/JSONTestSuite/test_parsing"
    )
    .standardizedFileURL

  private static let suiteCases =
    FileManager.default.fileExists(atPath: suite.path)
    ? (FileManager.default.enumerator(atPath: suite.path)?.allObjects as? [String] ?? []).filter {
      $0.hasSuffix(".json")
    }.sorted() : []

  /// Opens everything and reads rows at both ends: nothing may crash, stall or be lost.
  private func walk(_ bytes: [UInt8]) throws {
    for grain in [JSONDocument.IndexDensity.usual, .fine] {
      var rows = try FoldedRows(JSONDocument(indexing: ByteSource(bytes), grain: grain))
      try rows.openAll()
      for window in [0..<20, max(0, rows.count - 20)..<max(20, rows.count)] {
        for row in try rows.rows(in: window) {
          #expect(row.node.offset <= bytes.count)
          _ = try rows.document.range(of: row.node)
        }
      }
    }
  }

  @Test(.enabled(if: !suiteCases.isEmpty))
  func `all verdicts of the test suite are right, and each case opens`() throws {
    #expect(Self.suiteCases.count == 318)
    for name in Self.suiteCases {
      let bytes = [UInt8](try Data(contentsOf: Self.suite.appending(path: name)))
      let fault = JSONValidator.fault(in: bytes)
      switch name.first {
      case "y": #expect(fault == nil, "\(name): \(fault?.sentence ?? "")")
      case "n": #expect(fault != nil, "\(name)")
      // Left to the program: to refuse bytes that are no UTF-8 would hide what a server sent.
      default: #expect(fault == nil || name.contains("utf16") || name.contains("UTF-16"), "\(name)")
      }
      try walk(bytes)
    }
  }

  @Test(arguments: [
    "[]", "{}", " [1 , 2]\n", "\"a\"", "-0", "0", "-1.5e+300", "1e999", "[1E-2]", "true", "null",
    "{\"a\":{\"a\":[false]}}", "{\"\":0,\"\":1}", #"["\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00"]"#,
    #"["\ud800"]"#, "[\"\u{7f}\"]", "\u{FEFF}[1]", "[[[[[[]]]]]]", "[0.1,\t2]\r\n",
  ])
  func `what the grammar allows is JSON, at once and byte by byte`(text: String) throws {
    #expect(JSONValidator.fault(in: Array(text.utf8)) == nil)
    var validator = JSONValidator()
    for byte in text.utf8 { validator.feed([byte]) }
    #expect(validator.finish() == nil)
    try walk(Array(text.utf8))
  }

  @Test(arguments: [
    ("", 0), (" ", 1), ("[", 1), ("]", 0), ("[1,]", 3), ("[,1]", 1), ("[1 2]", 3), ("{\"a\"}", 4),
    ("{\"a\":1,}", 7), ("{a:1}", 1), ("{\"a\" 1}", 5), ("01", 1), ("-", 1), ("1.", 2), (".5", 0),
    ("1e", 2), ("+1", 0), ("0x1", 1), ("tru", 3), ("True", 0), ("NaN", 0), ("nul]", 3),
    ("\"a", 2), ("\"\u{01}\"", 1), ("\"\n\"", 1), (#""\x""#, 2), (#""\u12g4""#, 5), ("'a'", 0),
    ("[1}", 2), ("{]", 1), ("[1]]", 3), ("1 2", 2), ("[\"a\"\"b\"]", 4), ("// c\n1", 0),
    ("{\"a\":1 \"b\":2}", 7), ("[1]\u{0}", 3), ("\u{FEFF}", 3), ("[-]", 2), ("{1:1}", 1),
  ])
  func `what it does not allow is refused at the first wrong byte`(text: String, at: Int) throws {
    #expect(JSONValidator.fault(in: Array(text.utf8))?.offset == at)
    try walk(Array(text.utf8))
  }

  @Test(arguments: ["[", "{\"a\":", "[[", "[{\"a\":["])
  func `nesting of any depth is a number of rows, no crash`(unit: String) throws {
    let depth = 100_000
    let open = String(repeating: unit, count: depth)
    #expect(JSONValidator.fault(in: Array(open.utf8))?.offset == open.utf8.count)
    var rows = try FoldedRows(JSONDocument(text: open))
    try rows.openAll()
    let levels = unit.utf8.filter { $0 == 0x5B || $0 == 0x7B }.count * depth
    #expect(rows.count >= levels)
    let last = try #require(try rows.rows(in: rows.count - 1..<rows.count).first)
    #expect(last.depth >= levels - 1)
    #expect(try rows.row(of: last.node) == last.number)
  }
}
