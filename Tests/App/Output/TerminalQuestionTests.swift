import Testing

@testable import weir

struct TerminalQuestionTests {
  @Test func `only y and yes agree`() {
    for answer in ["y", "Y", "yes", " yes "] { #expect(TerminalQuestion.isYes(answer)) }
    for answer in ["", "n", "no", "yess", "ja"] { #expect(!TerminalQuestion.isYes(answer)) }
  }

  @Test func `with --yes nothing is asked`() {
    #expect(TerminalQuestion(text: "Send it?").isAgreed(.never))
  }
}
