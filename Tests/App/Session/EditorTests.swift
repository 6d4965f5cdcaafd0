import Testing

@testable import weir

struct EditorTests {
  @Test(arguments: [
    ("https://a.example", "https://b.example\n", "https://b.example"),
    ("", "new\n", "new"), ("", "new", "new"), ("one", "one\n\n", "one\n"),
    ("one\n", "two\n", "two\n"), ("one\n", "two", "two"),
  ]) func `the end of line that an editor adds is not taken`(
    text: String, edited: String, taken: String
  ) {
    #expect(Editor.taken(edited, of: text) == taken)
  }
}
