import Testing

@testable import ClientReading

struct JSONPreviewTests {
  @Test(arguments: [
    (#""caf\u00e9""#, "\"café\""), (#""a\nb\tc""#, "\"a\nb\tc\""),
    (#""say \"hi\" to C:\\""#, #""say \"hi\" to C:\\""#), (#""\ud83d\ude00""#, "\"😀\""),
    (#""\u001b[2J""#, "\"\u{1B}[2J\""), (#""half \ud83d""#, #""half \ud83d""#),
    // Cut by the window, not by the body.
    (#""caf\u00"#, "\"caf"), (#""end\"#, "\"end"), (#""pair \ud83d\ude"#, "\"pair "),
    ("", ""),
  ])
  func `a string is shown decoded`(raw: String, shown: String) {
    #expect(JSONPreview.string(Array(raw.utf8)) == shown)
  }

  @Test(arguments: [
    (#"{"a" :  "caf\u00e9",  "b":[1,"x\"y\\"] }"#, #"{"a" : "café", "b":[1,"x\"y\\"] }"#),
    (#"{"q":"\u0022"}"#, #"{"q":"\""}"#), ("12.50", "12.50"), ("[\n  1,\n  2", "[ 1, 2"),
    (#"{"cut":"\u00"#, #"{"cut":""#),
  ])
  func `the marks of a container's strings are preserved`(raw: String, shown: String) {
    #expect(JSONPreview.text(Array(raw.utf8)) == shown)
  }

  @Test func `a key stands without quotes and needs no marks`() {
    #expect(JSONPreview.key(Array(#"say \"hi\" to \u00e9"#.utf8)) == #"say "hi" to é"#)
  }

  @Test func `half a character at the cut is left out`() {
    #expect(JSONPreview.string(Array(Array("\"é".utf8).dropLast())) == "\"")
  }
}
