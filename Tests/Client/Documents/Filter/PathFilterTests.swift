import ClientDocuments
import Testing

@Suite struct PathFilterTests {
  static func lines(
    _ filter: String, _ text: String, form: JSONDocument.Form = .value, budget: Int = 1 << 20
  ) throws -> (lines: [String], fault: String?) {
    let document = try JSONDocument(text: text, form: form)
    var walk = PathWalk(try #require(PathFilter(filter), "\(filter)"), in: document)
    while case .walking = try walk.step(document, budget: budget) {}
    let found = walk.found
    let all = String(decoding: try found.bytes(in: 0..<found.count), as: UTF8.self)
    return (all.split(separator: "\n").map(String.init), walk.fault?.text)
  }

  @Test(arguments: [
    (".", [#"{"a":[{"b":1.50},{"b":"x"}],"c d":{"e":null}}"#]),
    (".a[1].b", [#""x""#]), (".a[].b", ["1.50", #""x""#]), (".a[-1]", [#"{"b":"x"}"#]),
    (#".["c d"].e"#, ["null"]), (#"."c d""#, [#"{"e":null}"#]), (".nothing.here", ["null"]),
    (".a[0:1]", [#"[{"b":1.50}]"#]), (".a[1:][0].b", [#""x""#]), (".a[5]", ["null"]),
    (#".a[] | select(.b == "x") | .b"#, [#""x""#]), (".a[]|select(.b>1.5)", [#"{"b":"x"}"#]),
    (".a[]|select(.b<=1.5).b", []), (".a[] | select(.b < 2) | .b", ["1.50"]),
    (".a[].b?", ["1.50", #""x""#]), (".[]?", [#"[{"b":1.50},{"b":"x"}]"#, #"{"e":null}"#]),
  ])
  func `a way leads to parts of the body as they stand there`(
    filter: String, lines: [String]
  ) throws {
    let body = #"{"a":[{"b":1.50},{"b":"x"}],"c d":{"e":null}}"#
    guard PathFilter(filter) != nil else {
      // A postfix behind select( is jq's own business.
      #expect(lines.isEmpty)
      return
    }
    let found = try Self.lines(filter, body)
    #expect(found.lines == lines)
    #expect(found.fault == nil)
  }

  @Test(arguments: [
    "", "..", ".a,.b", ".a + 1", "length", ".a as $x | $x", #".["\(1)"]"#, ".a |= 1", ".[1.5]",
    ".[:]", "(.a)", ".a[", #"."a"#, "select(select(.a))", ".a | map(.b)", "select(1 == .a)",
    ". a", ".a.[0]", ".a ] ", "null", "$ENV", "input", "#x", ". | #",
  ])
  func `what is more than a way is left to jq`(filter: String) {
    #expect(PathFilter(filter) == nil)
  }

  @Test(arguments: [
    (".a.b", #"{"a":1}"#, #"Cannot index number with string "b""#),
    (".[0]", #"{"a":1}"#, "Cannot index object with number"),
    (".[1:2]", "true", "Cannot index boolean with object"),
    (".[]", #""abcdefghijklmnop""#, #"Cannot iterate over string ("abcdefghij...)"#),
    (".[]", "null", "Cannot iterate over null (null)"),
  ])
  func `a step that does not fit is reported in jq's words`(
    filter: String, body: String, words: String
  ) throws {
    #expect(try Self.lines(filter, body).fault == words)
    #expect(try Self.lines(filter + "?", body) == ([], nil))
  }

  @Test func `a fault ends its own line of JSON Lines`() throws {
    let found = try Self.lines(".a[]", "{\"a\":[1]}\n{\"a\":2}\n{\"a\":[3]}\n", form: .lines)
    #expect(found.lines == ["1", "3"])
    #expect(found.fault == "Cannot iterate over number (2)")
  }

  @Test func `of equal keys the last counts, in the place of the first`() throws {
    let body = #"{"a":1,"b":2,"\u0061":3}"#
    #expect(try Self.lines(".a", body).lines == ["3"])
    #expect(try Self.lines(".[]", body).lines == ["3", "2"])
  }

  @Test(arguments: [
    (".a", #"{"a":1,"\u0061":2}"#, "a"), (".b", #"{"a":1,"a":2,"b":3}"#, nil),
    (".[]", #"{"a":1,"b":2,"b":3}"#, "b"), (".[].a", #"[{"a":1},{"a":2}]"#, nil),
    (".a.b", #"{"a":{"b":1,"b":2}}"#, "b"),
  ])
  func `a key that stands more than once is reported where a way passes it`(
    filter: String, body: String, key: String?
  ) throws {
    let document = try JSONDocument(text: body)
    var walked = try BodyFilter(filter, in: document)
    while case .walking = try walked.step(document) {}
    #expect(walked.repeatedKey == key)
  }

  @Test(arguments: [
    ("[9007199254740993]", "9007199254740993"), ("[9007199254740992, 1.5, -0.1e3]", nil),
    (#"{"12345678901234567890": "12345678901234567890", "a\"": 1}"#, nil),
    (#"["\\", 12345678901234567890]"#, "12345678901234567890"), ("1e999", "1e999"),
    ("[100000000000000000000, 1e20, 0.30000000000000004]", nil), ("1e-999", "1e-999"),
    ("[0.1, 3.141592653589793238]", "3.141592653589793238"),
    ("-12345678901234567", "-12345678901234567"),
  ])
  func `a number that jq changes is found in what it gets`(text: String, number: String?) throws {
    let document = try JSONDocument(text: text)
    var filter = try BodyFilter("., 1", in: document)
    guard case .program = try filter.step(document) else {
      Issue.record("It is jq's.")
      return
    }
    #expect(filter.rounded?.text == number)
  }

  @Test func `small steps find what one large step finds`() throws {
    let body = "[" + (0..<3000).map { "{\"id\":\($0),\"t\":[1,2]}" }.joined(separator: ",") + "]"
    let complete = try Self.lines(".[] | select(.id >= 2990) | .t[0]", body)
    #expect(complete.lines == Array(repeating: "1", count: 10))
    #expect(try Self.lines(".[] | select(.id >= 2990) | .t[0]", body, budget: 1) == complete)
  }

  @Test func `a part of the results is read across the ends of the pieces`() throws {
    let document = try JSONDocument(text: #"[10,"abc",null]"#)
    var walk = PathWalk(try #require(PathFilter(".[]")), in: document)
    #expect(try walk.step(document) == .done)
    let found = walk.found
    let all = try found.bytes(in: 0..<found.count)
    for low in 0..<all.count {
      for high in low...all.count {
        #expect(try found.bytes(in: low..<high) == Array(all[low..<high]))
      }
    }
    #expect(found.origin(of: 0) == 1)
    #expect(found.origin(of: 3) == 4)
    #expect(found.origin(of: 2) == nil)
  }
}
