import ClientDocuments
import Testing

/// JSON lines behind a broken one.
struct BrokenLineTests {
  private func check(_ text: String, budget: Int = .max) throws -> JSONCheck {
    var check = JSONCheck(form: .lines)
    while !check.isDone { try check.step(ByteSource(text: text), budget: budget) }
    return check
  }

  /// The broken lines as they stand in the text.
  private func broken(_ text: String) throws -> [String] {
    try check(text).brokenLines.map { String(decoding: Array(text.utf8)[$0.range], as: UTF8.self) }
  }

  @Test(arguments: [
    ("{\"a\":1}\n{\"b\"\n{\"c\":3}\n", ["{\"b\""]),
    ("{\"a\": [1,\n[2]\n\"open\n3\n", ["{\"a\": [1,", "\"open"]),
    ("oops\n1\n", ["oops"]), ("1\n  {] \r\n2\n", ["{] "]), ("1 2\n3\n", ["1 2"]),
    ("1\n{\"cut\": [", ["{\"cut\": ["]), ("1\n[\n2\n]\n", []), ("1\n\n\n2", []),
    ("\u{FEFF}1\n}\n\u{1}\n", ["}", "\u{1}"]),
  ])
  func `a broken line ends where it ends, and the next is judged`(text: String, lines: [String])
    throws
  {
    #expect(try broken(text) == lines)
    #expect(try check(text).stop == nil)
    // The same in steps of any size.
    for budget in [1, 3, 64] {
      #expect(try check(text, budget: budget).brokenLines == check(text).brokenLines)
    }
  }

  @Test func `places are those of the body`() throws {
    let faults = try check("{}\n\n{\"a\":x}\nnull\n[1,,2]\n").brokenLines.map(\.fault)
    #expect(faults.map(\.place) == [.init(line: 3, column: 6), .init(line: 5, column: 4)])
    #expect(faults.map(\.offset) == [9, 20])
    #expect(try check("1\n]\n").fault(ofLineAt: 2)?.expected == .value)
    #expect(try check("1\n]\n").fault(ofLineAt: 1) == nil)
  }

  @Test func `more broken lines than are passed over end the judging`() throws {
    let text = String(repeating: "]\n", count: JSONCheck.mostBroken + 5)
    let check = try check(text)
    #expect(check.brokenLines.count == JSONCheck.mostBroken)
    #expect(check.stop?.place.line == JSONCheck.mostBroken + 1)
  }

  @Test func `the places of values around a broken line are correct`() throws {
    let text = "{\"a\":1}\n{\"b\": [[\"\n{\"c\":3}\n"
    let ranges = try check(text).brokenLines.map(\.range)
    var document = JSONDocument(form: .lines, grain: .fine, brokenLines: ranges)
    try document.extend(to: ByteSource(text: text), .ended)
    let roots = try document.children(of: document.document, in: 0..<9)
    #expect(roots.map(\.node.kind) == [.object, .unknown, .object])
    // Shown and copied is what came.
    #expect(String(decoding: roots[1].preview, as: UTF8.self) == "{\"b\": [[\"")
    #expect(try document.copyText(of: roots[1].node) == "{\"b\": [[\"")
    #expect(try document.jqPath(to: roots[2].node).isEmpty == false)
    #expect(try document.children(of: roots[2].node, in: 0..<2).count == 1)
  }

  @Test(arguments: 0..<60)
  func `any line may be broken without changing another`(seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    var lines: [String] = []
    var isBroken: [Bool] = []
    let faults = ["{", "[1,", "\"", "{\"a\":}", "]", "1 1", "\\", "{\"k\":\"\\u12\"}", "tru"]
    for number in 0..<Int.random(in: 1...40, using: &random) {
      isBroken.append(Int.random(in: 0..<4, using: &random) == 0)
      let fault = faults[Int.random(in: 0..<faults.count, using: &random)]
      lines.append(
        isBroken[number]
          ? fault : "{\"n\":\(number),\"s\":\"\(String(repeating: "é", count: number))\"}")
    }
    let text = lines.joined(separator: "\n")
    let check = try check(text, budget: 50)
    #expect(check.brokenLines.count == isBroken.count { $0 }, "seed \(seed)")
    var document = JSONDocument(
      form: .lines, grain: .fine, brokenLines: check.brokenLines.map(\.range))
    try document.extend(to: ByteSource(text: text), .ended)
    let roots = try document.children(of: document.document, in: 0..<99, previewLength: 1_000)
    #expect(roots.map { String(decoding: $0.preview, as: UTF8.self) } == lines, "seed \(seed)")
    #expect(roots.map { $0.node.kind == .unknown } == isBroken, "seed \(seed)")
  }
}
