import Terminal
import Testing

@testable import Panels

struct JSONLineTests {
  private func roles(_ line: String) -> [String] {
    JSONLine.spans(line).filter { $0.ink.role != .fieldText }
      .map { "\($0.text.string):\($0.ink.role.rawValue)" }
  }

  @Test func `keys, strings, numbers and words have their colours`() {
    #expect(
      roles("  \"a\\\"b\" : [\"x\", -1.5e3, true, null],") == [
        "\"a\\\"b\":jsonKey", "::jsonPunctuation", "[:jsonPunctuation", "\"x\":jsonString",
        ",:jsonPunctuation", "-1.5e3:jsonNumber", ",:jsonPunctuation", "true:jsonBoolean",
        ",:jsonPunctuation", "null:jsonNull", "]:jsonPunctuation", ",:jsonPunctuation",
      ])
  }

  @Test func `a template stands out`() {
    #expect(roles("{{user}}") == ["{{user}}:variable"])
  }

  @Test(arguments: ["", "\"open", "{{", "tru e", "\"a\\", "\t\"k\":\u{1F600}1", "\"\"\"", "]]}{"])
  func `no character is lost, however wrong the line is`(line: String) {
    let text = JSONLine.spans(line).map(\.text.string).joined()
    #expect(text == SafeText(line).string)
  }
}
