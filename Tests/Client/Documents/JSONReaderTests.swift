import ClientDocuments
import Testing

@Suite struct JSONReaderTests {
  private func parts(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    var reader = JSONReader(bytes[...])
    let isOpen = reader.take("{") || reader.take("[")
    #expect(isOpen)
    var found: [String] = []
    while let part = reader.part() {
      let name = part.name.map { String(decoding: bytes[$0], as: UTF8.self) + "=" } ?? ""
      found.append(name + String(decoding: bytes[part.value], as: UTF8.self))
    }
    let isClosed = reader.take("}") || reader.take("]")
    return found + (isClosed ? [] : ["open"])
  }

  @Test(arguments: [
    ("{}", []), ("[ ]", []), ("[1, -2.50e3 ,null]", ["1", "-2.50e3", "null"]),
    (#"{"a": "b\"}]", "c" : {"d": [1, {}]}}"#, [#""a"="b\"}]""#, #""c"={"d": [1, {}]}"#]),
    (
      #"{"a": {{id}}, "b": 1{{n}}, "c": {{{x}}}}"#,
      [#""a"={{id}}"#, #""b"=1{{n}}"#, #""c"={{{x}}}"#]
    ),
    (#"{"a": 1, "b"#, [#""a"=1"#, "open"]), ("[1", ["open"]), ("[,1]", ["open"]),
  ]) func `an array or object has its parts as written`(text: String, expected: [String]) {
    #expect(parts(text) == expected)
  }

  @Test func `a part is removed with the text up to its commas`() {
    let bytes = Array(#"{ "a": 1, "b": 2 }"#.utf8)
    var reader = JSONReader(bytes[...])
    let isOpen = reader.take("{")
    #expect(isOpen)
    let spans = [reader.part()?.span, reader.part()?.span]
    #expect(
      spans.map { $0.map { String(decoding: bytes[$0], as: UTF8.self) } } == [
        #" "a": 1"#, #" "b": 2 "#,
      ])
    let next = reader.part()
    #expect(next == nil)
  }
}
