import Testing

@testable import Manual

@Suite struct ManualPageTests {
  private func plain(_ text: String, width: Int = 40) -> String {
    ManualPage(ManualDocument(text), width: width).plain
  }

  @Test func `paragraphs are indented and broken at spaces`() {
    #expect(
      plain("# Title\nOne two three four five six seven eight nine.") == """
        Title

          One two three four five six seven
          eight nine.

        """)
  }

  @Test func `items follow each other, and their lines hang`() {
    #expect(
      plain("- one two three four five six seven eight\n- nine") == """
          - one two three four five six seven
            eight
          - nine

        """)
  }

  @Test func `code stays as it is, also when it is wider than the page`() {
    let code = String(repeating: "x", count: 60)
    #expect(plain("```\n\(code)\n  y\n```") == "      \(code)\n        y\n")
  }

  @Test func `the text of a file has the file's name above it`() {
    #expect(plain("```yaml weir.yaml\na: 1\n```") == "  weir.yaml:\n      a: 1\n")
  }

  @Test func `a table gives its widest column the lines that it needs`() {
    #expect(
      plain("| a | b |\n|---|---|\n| `key` | one two three four five six seven eight |") == """
          a    b
          key  one two three four five six seven
               eight

        """)
  }

  @Test func `a word that is wider than its column moves the next one, and breaks nothing`() {
    let word = String(repeating: "w", count: 50)
    #expect(plain("| a | b |\n|---|---|\n| \(word) | c |").contains("\(word) c"))
  }

  @Test func `styles are sequences of the terminal around the text`() {
    let page = ManualPage(ManualDocument("# T\na `b`"), width: 40)
    #expect(page.styled == "\u{1B}[1mT\u{1B}[0m\n\n  a \u{1B}[1mb\u{1B}[0m\n")
  }
}
