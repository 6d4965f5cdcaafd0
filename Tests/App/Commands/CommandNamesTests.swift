import Testing

@testable import weir

/// The error for a word in the place of a command's name.
struct CommandNamesTests {
  private func problem(_ words: String...) -> UsageProblem? { CommandNames.problem(with: words) }

  @Test func `known commands, their arguments and options pass`() {
    #expect(problem() == nil)
    #expect(problem("send", "https://a.example") == nil)
    #expect(problem("queue", "list", "nonsense") == nil)
    #expect(problem("--workspace", "x") == nil)
    #expect(problem("help", "nonsense") == nil)
  }

  @Test func `a word like a command is taken for it`() {
    #expect(problem("sned")?.whatToDo == "Did you mean `weir send`?")
    #expect(problem("sned")?.why.isEmpty == true)
    #expect(problem("queue", "lsit")?.whatToDo == "Did you mean `weir queue list`?")
    #expect(problem("import", "crul")?.whatToDo == "Did you mean `weir import curl`?")
  }

  @Test func `an address in the place of a command is distinguished from a misspelt one`() {
    #expect(problem("https://a.example")?.why == "A URL is the argument of a command.")
    #expect(problem("queue", "https://a.example")?.why.hasPrefix("The commands are ") == true)
  }

  @Test func `control bytes of the word are not shown`() {
    #expect(problem("\u{1B}[2J")?.what.contains("\u{1B}") == false)
  }
}
