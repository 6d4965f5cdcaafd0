import Testing

@testable import weir

@Suite struct ColourRuleTests {
  @Test(arguments: [
    (ColourRule.Output.terminal, [:], true), (.other, [:], false),
    (.terminal, ["NO_COLOR": "1"], false), (.terminal, ["NO_COLOR": ""], true),
    (.terminal, ["CLICOLOR": "0"], false), (.terminal, ["CLICOLOR": "1"], true),
    (.terminal, ["TERM": "dumb"], false), (.other, ["CLICOLOR_FORCE": "1"], true),
    (.other, ["CLICOLOR_FORCE": "0"], false), (.other, ["CLICOLOR_FORCE": ""], false),
    (.other, ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
  ])
  func `colours go to a terminal, unless a variable says otherwise`(
    output: ColourRule.Output, variables: [String: String], isColoured: Bool
  ) {
    let rule = ColourRule(output: output, choice: .auto) { variables[$0] }
    #expect(rule.isColoured == isColoured)
  }

  @Test(arguments: [ColourRule.Output.terminal, .other])
  func `the option comes before the variables`(output: ColourRule.Output) {
    let variables = ["NO_COLOR": "1", "TERM": "dumb"]
    #expect(ColourRule(output: output, choice: .always) { variables[$0] }.isColoured)
    let forced = ["CLICOLOR_FORCE": "1"]
    #expect(!ColourRule(output: output, choice: .never) { forced[$0] }.isColoured)
  }

  @Test func `the interface takes the choice as a variable`() {
    let variables = ["NO_COLOR": "1", "TERM": "xterm"]
    #expect(ColourRule.Choice.auto.applied(to: variables) == variables)
    #expect(ColourRule.Choice.always.applied(to: variables) == ["TERM": "xterm"])
    #expect(ColourRule.Choice.never.applied(to: ["TERM": "xterm"]) == variables)
  }
}
