import Panels
import Terminal
import Testing

/// Whether what is drawn can be read on its ground, measured on every kind of terminal.
struct ContrastTests {
  @Test(arguments: JudgedTerminal.all)
  func `text has a contrast of 4.5 and lines of 3, in every theme`(
    terminal: JudgedTerminal
  ) throws {
    for theme in try bundledThemes() {
      let palette = terminal.fitted(theme.palette)
      for role in Role.allCases {
        let wanted: Double = [.border, .borderFocused, .scrollbar].contains(role) ? 3 : 4.5
        for ground in Ground.allCases {
          let style = palette[role, ground]
          let ratio = terminal.contrasts(style).min() ?? 0
          #expect(
            ratio >= min(wanted, terminal.best(style)),
            "\(theme.name): \(role) on \(ground) has \(ratio)")
        }
      }
    }
  }

  @Test func `running text has a contrast of 7, in every theme`() throws {
    // It needs more than labels do.
    let terminal = JudgedTerminal(name: "xterm-direct", depth: .trueColor)
    for theme in try bundledThemes() {
      #expect(terminal.contrasts(theme.palette[.text, .normal]).allSatisfy { $0 >= 7 })
    }
  }

  @Test func `a palette without a readable colour gives the one with the most contrast`() throws {
    // Eight colours have no white: on magenta, black has 4.47.
    let theme = try Theme(
      "name: x\nbackground: \"#d000d0\"\nroles:\n  text: \"#ffffff\"\n", file: "x.yaml")
    let terminal = JudgedTerminal(name: "xterm", depth: .eight)
    let style = terminal.fitted(theme.palette)[.text, .normal]
    #expect(terminal.best(style) < 4.5)
    #expect(terminal.contrasts(style).allSatisfy { $0 == terminal.best(style) })
  }

  @Test func `a colour that can be read is left as the theme has it`() throws {
    let theme = try Theme(
      "name: x\nbackground: \"#000000\"\nroles:\n  text: \"#ffffff\"\n  muted: \"#909090\"\n",
      file: "x.yaml")
    #expect(theme.palette[.muted, .normal].foreground == .rgb(red: 144, green: 144, blue: 144))
  }

  @Test func `a colour that drowns in its ground is moved away from it, lines as well`() throws {
    let theme = try Theme(
      """
      name: x
      background: "#ffffff"
      roles:
        text: "#000000"
        muted: "#eeeedd"
        border: "#eeeedd"
      """, file: "x.yaml")
    for (role, wanted) in [(Role.muted, 4.5), (.border, 3.0)] {
      let style = theme.palette[role, .normal]
      let ratio = try #require(style.foreground.contrast(with: style.background))
      #expect(ratio >= wanted && ratio < wanted + 1, "\(role) \(ratio)")
    }
    #expect(theme.palette[.text, .normal].foreground == .black)
  }

  @Test func `the terminal's own foreground is replaced on a background of the theme`() throws {
    let theme = try Theme(
      "name: x\ngrounds:\n  selected: \"#203040\"\n  match: \"#ffffcc\"\n", file: "x.yaml")
    #expect(theme.palette[.text, .normal].foreground == .terminal)
    #expect(theme.palette[.text, .selected].foreground == .white)
    #expect(theme.palette[.text, .match].foreground == .black)
  }

  @Test func `the contrast and the difference of colours are those of their sources`() throws {
    #expect(Color.black.contrast(with: .white) == 21)
    let grey = Color.rgb(red: 118, green: 118, blue: 118)
    let ratio = try #require(grey.contrast(with: .white))
    #expect(abs(ratio - 4.54) < 0.01)
    let whole = try #require(Color.black.difference(from: .white))
    #expect(abs(whole - 100) < 0.1)
    #expect(grey.difference(from: grey) == 0)
    // CIE 1976 of sRGB red and green.
    let (red, green) = (
      Color.rgb(red: 255, green: 0, blue: 0), Color.rgb(red: 0, green: 255, blue: 0)
    )
    let opposite = try #require(red.difference(from: green))
    #expect(abs(opposite - 170.6) < 0.5)
    #expect(Color.terminal.contrast(with: .black) == nil && Color.indexed(3).isLight == nil)
  }
}
