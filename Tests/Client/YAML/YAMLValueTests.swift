import ClientYAML
import Testing

struct YAMLValueTests {
  @Test func `a document reads as a person would write it`() {
    let value = YAMLValue.mapping([
      .init("name", .text("List users")), .init("url", .text("https://{{host}}/users?x=1#y")),
      .init("headers", .list([.mapping([.init("name", .text("A")), .init("value", .text("1"))])])),
      .init("body", .mapping([.init("json", .text("{\n  \"a\": 1\n}"))])),
      .init("on", .boolean(true)),
      .init("retries", .integer(3)), .init("e", .list([])),
    ])
    #expect(
      value.document == """
        name: List users
        url: https://{{host}}/users?x=1#y
        headers:
          - name: A
            value: "1"
        body:
          json: |-
            {
              "a": 1
            }
        "on": true
        retries: 3
        e: []

        """)
  }

  @Test(arguments: 0..<200) func `what is written is read back`(seed: Int) throws {
    var random = Seeded(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1)
    let value = Self.value(&random, depth: 0)
    let text = value.document
    let node = try YAMLDocument.parse(text, file: "seed \(seed)")
    #expect(Self.matches(node, value), "seed \(seed):\n\(text)")
  }

  private static let pieces = [
    "a", "B", " ", "  ", "\n", "\n\n", "\t", ":", ": ", "#", " #", "- ", "-", "'", "\"", "\\", "{",
    "}", "[", "]", ",",
    "&", "*", "!", "|", ">", "%", "@", "`", "?", "~", "null", "true", "1", "0x1", "1e3", "é", "漢",
    "😀", "\r", "\u{0}",
    "\u{85}", "\u{2028}", "\u{FEFF}", "\u{7F}", "\u{1b}", "...", "---", "<<", "=", "{{x}}",
    "\u{FFFF}", "\u{301}", "\r\n",
  ]

  private static func text(_ random: inout Seeded) -> String {
    (0..<Int.random(in: 0...8, using: &random)).map { _ in
      pieces.randomElement(using: &random) ?? ""
    }.joined()
  }

  private static func value(_ random: inout Seeded, depth: Int) -> YAMLValue {
    switch Int.random(in: 0...(depth > 3 ? 3 : 7), using: &random) {
    case 0: return .integer(Int.random(in: -9...9, using: &random))
    case 1: return .boolean(Bool.random(using: &random))
    case 2, 3: return .text(text(&random))
    case 4, 5:
      return .list(
        (0..<Int.random(in: 0...4, using: &random)).map { _ in value(&random, depth: depth + 1) })
    default:
      var fields: [YAMLValue.Field] = []
      for index in 0..<Int.random(in: 0...4, using: &random) {
        fields.append(.init("\(text(&random))\(index)", value(&random, depth: depth + 1)))
      }
      return .mapping(fields)
    }
  }

  private static func matches(_ node: YAMLNode, _ value: YAMLValue) -> Bool {
    switch (node.kind, value) {
    case (.plain(let read), .integer(let number)): read == String(number)
    case (.plain(let read), .boolean(let truth)): read == String(truth)
    case (.plain(let read), .text(let text)), (.text(let read), .text(let text)):
      read.unicodeScalars.elementsEqual(text.unicodeScalars)
    case (.list(let nodes), .list(let values)):
      nodes.count == values.count && zip(nodes, values).allSatisfy(matches)
    case (.mapping(let found), .mapping(let fields)):
      found.count == fields.count
        && zip(found, fields).allSatisfy {
          $0.key.unicodeScalars.elementsEqual($1.key.unicodeScalars) && matches($0.value, $1.value)
        }
    default: false
    }
  }
}

/// SplitMix64: the same numbers for the same seed everywhere.
struct Seeded: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
