import ClientDocuments
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite struct JSONValidatorTests {
  @Test(arguments: [
    "[]", "{}", " 1 ", "-0", "0", "[1.5e+3]", "\"\\u12aB\"", "[1,[2,{\"a\":null}]]", "true",
    "1E9", "[\"\u{7f}\"]", "{\"\":0}", "\"\\ud800\"", "\u{FEFF}[]", "0.0", "[\n]", "-1.0e-0",
  ])
  func `JSON is accepted`(text: String) {
    #expect(JSONValidator.fault(in: Array(text.utf8)) == nil)
  }

  @Test(arguments: [
    "", " ", "[", "]", "[1,]", "[,1]", "[1 2]", "{\"a\"}", "{\"a\":}", "{a:1}", "{\"a\":1,}",
    "01", "-", "1.", ".5", "1e", "+1", "0x1", "NaN", "tru", "truee", "[\"a\n\"]", "\"\\x\"",
    "\"\\u12g4\"", "\"", "[1]]", "1 2", "'a'", "{\"a\":1 \"b\":2}", "[\"a\",\n4\n,1,", "\u{FEFF}",
    "[1.e1]", "-01", "{1:1}", "nul", "[\u{0B}]", "{\"a\":\"b\"}/**/", "[true\"a\"]", "1\"a\"",
  ])
  func `what is no JSON is refused`(text: String) {
    #expect(JSONValidator.fault(in: Array(text.utf8)) != nil)
  }

  @Test func `a fault names its line, column and what was expected`() throws {
    let fault = try #require(JSONValidator.fault(in: Array("{\n  \"é\": 1,\n  \"ü\" 2\n}".utf8)))
    #expect(fault.place == TextPlace(line: 3, column: 7))
    #expect(fault.expected == .colon)
    #expect(fault.sentence == "Line 3, column 7: expected a colon, found 2.")
    let end = try #require(JSONValidator.fault(in: Array("[1".utf8)))
    #expect(end.sentence == "Line 1, column 3: expected a comma or ], found the end of the text.")
  }

  @Test func `oddities are told and not refused`() {
    var validator = JSONValidator(keys: .compare)
    validator.feed([0xEF, 0xBB, 0xBF])
    validator.feed(Array(#"{"a":1,"b":{"a":2},"\u0061":"\udc00 \ud83d\ude00 \ud83d","c":""#.utf8))
    validator.feed([0xC3, 0x22, 0x7D])
    #expect(validator.finish() == nil)
    #expect(
      validator.remarks.map(\.kind) == [
        .byteOrderMark, .duplicateKey(Array(#"\u0061"#.utf8)), .loneSurrogate, .loneSurrogate,
        .invalidUTF8,
      ])
  }

  /// The public suite by Nicolas Seriot (MIT licence), where it lies beside the package: each y_ file
  /// must pass, each n_ file must fail, i_ files must not harm.
  @Test func `the public suite is judged right`() throws {
    guard let folder = Self.suiteFolder() else { return }
    let names = try Self.names(in: folder)
    #expect(names.count > 300)
    for name in names {
      let source = try ByteSource(path: folder + "/" + name)
      let fault = JSONValidator.fault(in: try source.bytes(in: 0..<source.count))
      if name.hasPrefix("y_") { #expect(fault == nil, "\(name)") }
      if name.hasPrefix("n_") { #expect(fault != nil, "\(name)") }
      var rows = try FoldedRows(JSONDocument(indexing: source))
      try rows.openAll()
      #expect(try rows.rows(in: 0..<50).count <= max(rows.count, 1), "\(name)")
    }
  }

  private static func suiteFolder() -> String? {
    var folder = #filePath.split(separator: "/").dropLast()
    while !folder.isEmpty {
      let path = "/" + folder.joined(separator: "/") + "/shared/data/JSONTestSuite/test_parsing"
      if access(path, R_OK) == 0 { return path }
      folder.removeLast()
    }
    return nil
  }

  private static func names(in folder: String) throws -> [String] {
    let directory = try #require(opendir(folder))
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(".json") { names.append(name) }
    }
    return names.sorted()
  }
}
