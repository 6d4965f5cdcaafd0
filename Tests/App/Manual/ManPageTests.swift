import Testing

@testable import Manual

@Suite struct ManPageTests {
  private func page(_ text: String) -> String {
    ManPage(
      ManualDocument(text), name: "weir-cache", section: .miscellaneous, summary: "the cache",
      date: "2026-11-26", version: "1.0"
    ).text
  }

  @Test func `a page has its title, its name line and its sections`() {
    #expect(
      page("# Cache\nText.\n\n## Modes\nMore.").hasSuffix(
        """
        .TH WEIR-CACHE 7 2026-11-26 "Weir 1.0" "Weir manual"
        .SH "NAME"
        weir-cache \\- the cache
        .SH "DESCRIPTION"
        Text.
        .SH "MODES"
        More.

        """))
  }

  @Test func `what troff would take for a request or an escape is shown as it is`() {
    let text = page("# T\n```\n.PP\n'x\n\\fBx\n```")
    #expect(text.contains("\n\\&.PP\n\\(aqx\n\\efBx\n"))
  }

  @Test func `a table has text blocks, and a bar in a cell stays`() {
    let text = page("# T\n| a | b |\n|---|---|\n| `x\\|y` | z |")
    #expect(
      text.contains(".TS\nlb lbx\nl lx.\nT{\na\nT}\tT{\nb\nT}\nT{\n\\fBx|y\\fR\nT}\tT{\nz\nT}\n.TE")
    )
  }
}
