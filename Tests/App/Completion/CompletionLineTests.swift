import ClientModel
import Testing

@testable import weir

struct CompletionLineTests {
  private func line(
    _ words: String..., at index: Int? = nil, prefix: String? = nil
  ) -> CompletionLine {
    CompletionLine(
      words, at: index ?? words.count - 1, prefix: prefix ?? words.last ?? "", from: .bash)
  }

  @Test func `the command is the names at the start`() {
    #expect(line("weir", "queue", "cancel", "1").command == ["queue", "cancel"])
    #expect(line("weir", "queue", "").command == ["queue"])
    #expect(line("weir", "run", "queue", "").command == ["run"])
    #expect(line("weir", "").command == [])
    #expect(line("weir").command == [])
  }

  @Test(arguments: [
    ["weir", "run", "--workspace", "my\\ api", ""], ["weir", "run", "--workspace='my api'", ""],
    ["weir", "run", "", "--workspace", "'my api'"],
    ["weir", "run", "--workspace", "x", "--workspace", "my\\ api", ""],
  ])
  func `an option has its last value, wherever it stands`(words: [String]) {
    let index = words.firstIndex(of: "") ?? 0
    let line = CompletionLine(words, at: index, prefix: "", from: .bash)
    #expect(line.value(of: "--workspace") == "my api")
    #expect(line.value(of: "--env") == nil)
  }

  @Test func `the jobs of a server are not those of the file`() {
    let facts = CompletionFacts(for: line("weir", "--store", "env:A", "show", ""))
    let failure = #expect(throws: Failure.self) { try facts.store() }
    #expect(failure?.kind == .unsupported)
  }

  @Test func `the word at the cursor is no value yet`() {
    #expect(line("weir", "run", "--env", "sta").value(of: "--env") == nil)
    #expect(line("weir", "run", "--env=sta").value(of: "--env") == nil)
    #expect(line("weir", "run", "--env").value(of: "--env") == nil)
  }

  @Test func `the prefix is the typed part of the value`() {
    #expect(line("weir", "run", "users/list", prefix: "users/").prefix == "users/")
    #expect(line("weir", "run", "--env=sta").prefix == "sta")
    #expect(line("weir", "send", "a=b").prefix == "a=b")
    // The library cuts the last word; the cursor is in another one.
    #expect(line("weir", "run", "us", "--check", at: 2, prefix: "--").prefix == "us")
  }

  @Test func `an index outside of the line is no error`() {
    let line = CompletionLine(["weir"], at: 7, prefix: "", from: .zsh)
    #expect(line.prefix == "" && line.before == [] && line.command == [])
    #expect(CompletionLine([], at: 0, prefix: "", from: .zsh).before == [])
  }

  @Test func `the words of a request are those without options and their values`() {
    let words = line(
      "weir", "queue", "add", "--json", "--lane", "api", "-a", "ann", "POST", "--retry=3", "url", ""
    ).requestWords
    #expect(words == ["POST", "url"])
  }
}
