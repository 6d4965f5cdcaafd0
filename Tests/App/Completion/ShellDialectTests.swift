import Testing

@testable import weir

struct ShellDialectTests {
  private func line(_ value: String, _ note: String = "", _ dialect: ShellDialect) -> String? {
    dialect.lines(of: [CompletionCandidate(value, note)]).first
  }

  @Test(arguments: [
    ("users/list", "'users/list'"), ("$(touch x)", "'$(touch x)'"), ("a b", "'a b'"),
    ("it's", #"'it'\''s'"#), (#"a\b"#, #"'a\b'"#), ("`id`", "'`id`'"),
  ])
  func `bash gets values that it cannot expand`(value: String, expected: String) {
    #expect(line(value, "a description", .bash) == expected)
  }

  @Test(arguments: [
    ("users/list", "request", "users/list:request"), ("a:b", "", #"a\:b"#),
    (#"a\b"#, #"c:\d"#, #"a\\b:c:\\d"#), ("$(touch x)", "", "$(touch x)"),
  ])
  func `zsh gets the value, a colon and the description`(
    value: String, note: String, expected: String
  ) {
    #expect(line(value, note, .zsh) == expected)
  }

  @Test func `fish gets the value, a tab and the description`() {
    #expect(line("a:b", "request", .fish) == "a:b\trequest")
    #expect(line("$(touch x)", "", .fishThree) == "$(touch x)")
  }

  @Test(arguments: ["", "a\nb", "a\tb", "\u{1B}[31m", "a\u{202E}b", "a\u{85}b", "a\u{FFFD}b"])
  func `a value that a shell would misread is left out`(value: String) {
    for dialect in [ShellDialect.bash, .zsh, .fish, .fishThree] {
      #expect(line(value, "", dialect) == nil)
    }
  }

  @Test func `a value outside of ASCII stays as it is`() {
    #expect(line("überblick/日本", "", .fish) == "überblick/日本")
    // An accent that is a scalar of its own.
    #expect(line("e\u{301}te", "", .fish)?.utf8.count == 5)
  }

  @Test func `a description is one short line without control characters`() {
    let note = CompletionCandidate("1", "a\nb\t\u{1B}" + String(repeating: "x", count: 500)).note
    #expect(note.hasPrefix("a⏎b␉␛x") && note.count == 80)
  }

  @Test(arguments: [
    (ShellDialect.bash, #"my\ name"#, "my name"), (.bash, "'my name", "my name"),
    (.bash, #""a \"b\" \c""#, #"a "b" \c"#), (.bash, #"'a\'b"#, #"a\b"#),
    (.zsh, ##"haven\#a"##, "haven#a"), (.zsh, #"it\'s"#, "it's"), (.fish, #"'it\'s"#, "it's"),
    (.fish, "''", ""), (.fishThree, "''", ""), (.fishThree, #"a\b"#, #"a\b"#),
    (.bash, "$(touch x)", "$(touch x)"), (.bash, "über", "über"),
  ])
  func `words lose their quotes and nothing else`(
    dialect: ShellDialect, word: String, expected: String
  ) {
    #expect(dialect.unquoted(word) == expected)
  }

  @Test func `the version of fish decides whether words come with quotes`() {
    #expect(ShellDialect(.fish, version: "3.6.0") == .fishThree)
    #expect(ShellDialect(.fish, version: "4.0.1") == .fish)
    #expect(ShellDialect(.zsh, version: "5.9") == .zsh)
    #expect(ShellDialect(nil, version: nil) == .bash)
  }
}
