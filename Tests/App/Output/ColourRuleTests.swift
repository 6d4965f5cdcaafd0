import Testing

@testable import weir

@Suite struct ColourRuleTests {
  @Test(arguments: [
    (ColourRule.Output.terminal, [:], true), (.other, [:], false),
    (.terminal, ["NO_COLOR": "1"], false), (.terminal, ["NO_COLOR": ""], true),
    (.terminal, ["TERM": "dumb"], false), (.other, ["CLICOLOR_FORCE": "1"], true),
    (.other, ["CLICOLOR_FORCE": "0"], false), (.other, ["CLICOLOR_FORCE": ""], false),
    (.other, ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
  ])
  func `colours go to a terminal, unless a variable says otherwise`(
    output: ColourRule.Output, variables: [String: String], isColoured: Bool
  ) {
    #expect(ColourRule(output: output) { variables[$0] }.isColoured == isColoured)
  }
}
