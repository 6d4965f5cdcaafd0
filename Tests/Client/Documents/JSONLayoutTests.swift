import ClientDocuments
import Testing

/// JSON laid out for reading.
struct JSONLayoutTests {
  private func text(_ json: String) -> String {
    String(decoding: JSONLayout.text(Array(json.utf8)), as: UTF8.self)
  }

  @Test func `each value has a line, indented by its depth`() {
    #expect(
      text(#"{"a":[1,{}],"b":"x y"}"#)
        == "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": \"x y\"\n}")
  }

  @Test func `past the deepest level containers stay in their line`() {
    let open = String(repeating: "[", count: JSONLayout.deepest)
    let close = String(repeating: "]", count: JSONLayout.deepest)
    let lines = text(open + #"{"a":[1,2],"b":{}}"# + close).split(separator: "\n")
    #expect(lines.count == 2 * JSONLayout.deepest + 1)
    #expect(lines[JSONLayout.deepest].drop { $0 == " " } == #"{"a":[1,2],"b":{}}"#)
  }

  @Test func `a deep text grows by a constant`() {
    for depth in [1_000, 30_000] {
      let json = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      #expect(text(json).utf8.count < 2 * depth + 20_000)
      #expect(text(json).filter { $0 != " " && $0 != "\n" } == json)
    }
  }

  @Test func `a text that is too long when laid out is none`() {
    let json = Array("[1,2]".utf8)
    #expect(JSONLayout.text(json, longest: 100) == JSONLayout.text(json))
    #expect(JSONLayout.text(json, longest: 8) == nil)
  }
}
