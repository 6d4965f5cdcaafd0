import ClientYAML
import Panels
import Terminal
import Testing
import Themes

/// Every theme that comes with Weir, in the order of the list.
func bundledThemes() throws -> [Theme] {
  try Theme.bundledNames.compactMap { try Theme.bundled(named: $0) }
}

struct ThemeTests {
  @Test func `every bundled theme can be read`() throws {
    let themes = try bundledThemes()
    #expect(themes.count >= 8)
    #expect(Set(themes.map(\.name)).count == themes.count)
    #expect(themes.map { "\($0.name).yaml" } == BundledThemes.texts.map(\.file))
    #expect(BundledThemes.texts.reduce(0) { $0 + $1.text.utf8.count } < 20_000)
  }

  @Test func `text is distinct from its ground in every theme`() throws {
    for theme in try bundledThemes() {
      for role in Role.allCases {
        for ground in Ground.allCases {
          let style = theme.palette[role, ground]
          #expect(
            style.foreground != style.background || style.foreground == .terminal,
            "\(theme.name) \(role) \(ground)")
        }
        let plain = theme.palette[role, .normal]
        #expect(theme.palette[role, .selected] != plain, "\(theme.name) \(role)")
      }
    }
  }

  @Test func `the monochrome theme uses no colour`() throws {
    let theme = try #require(try Theme.bundled(named: "monochrome"))
    for role in Role.allCases {
      #expect(theme.palette[role, .selected].foreground == .terminal)
      #expect(theme.palette[role, .normal].background == .terminal)
    }
  }

  @Test(arguments: [
    "roles:\n  txet: red", "name: x\nroles:\n  txet: \"1\"", "name: x\nroles:\n  text: \"redd\"",
    "name: x\ngrounds:\n  chosen: \"1\"",
  ])
  func `a theme with an unknown word is refused with its place`(text: String) {
    #expect(throws: YAMLProblem.self) { try Theme(text, file: "mine.yaml") }
  }

  @Test func `a look is a colour and attributes`() throws {
    let theme = try Theme(
      "name: x\nbackground: 17\nroles:\n  text: \"#102030 bold\"\n  muted: default\n",
      file: "x.yaml")
    let style = theme.palette[.text, .normal]
    #expect(
      style
        == Style(
          foreground: .rgb(red: 16, green: 32, blue: 48), background: .indexed(17),
          attributes: .bold))
    #expect(theme.palette[.muted, .normal].foreground == .terminal)
  }
}
