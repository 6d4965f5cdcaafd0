import Testing

@testable import weir

@Suite struct HelpWordTests {
  @Test(arguments: [
    ("interrupted", "retry, resolve or cancel it.", "queue"),
    ("30", "the job is held.", "exit-codes"),
    ("connectTimeout", "No connection", "requests"),
  ])
  func `a word that Weir prints is explained, with its topic`(
    word: String, meaning: String, topic: String
  ) throws {
    let help = try #require(HelpWord(word))
    #expect(help.meaning.contains(meaning) && help.topic == topic)
    #expect(HelpCommand.problem(with: [word]) == nil)
  }

  @Test(arguments: ["", "3", "frob", "-1"]) func `any other word is not`(word: String) {
    #expect(HelpWord(word) == nil)
  }
}
