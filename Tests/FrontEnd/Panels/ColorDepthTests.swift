import Panels
import Terminal
import Testing
import ViewModels

/// Selection and hits are distinguishable with any number of colours.
struct ColorDepthTests {
  /// Each ground and those it appears among.
  private static let grounds: [(Ground, [Ground])] = [
    (.selected, [.normal, .dialog]), (.selectedUnfocused, [.normal]),
    (.textSelection, [.normal, .dialog]), (.match, [.normal, .dialog, .selected]),
    (.matchCurrent, [.normal, .dialog, .selected, .match]),
  ]

  private static func palettes() throws -> [(name: String, palette: Palette)] {
    try bundledThemes().map { ($0.name, $0.palette) } + [("plain", .plain)]
  }

  @Test(arguments: JudgedTerminal.all)
  func `every theme distinguishes each ground from those around it`(
    terminal: JudgedTerminal
  ) throws {
    for (name, palette) in try Self.palettes() {
      let fitted = terminal.fitted(palette)
      for role in Role.allCases {
        for (ground, others) in Self.grounds {
          for other in others {
            #expect(
              terminal.differOnGround(fitted[role, ground], fitted[role, other]),
              "\(name): \(role) on \(ground) looks as on \(other)")
          }
        }
      }
    }
  }

  @Test(arguments: JudgedTerminal.all)
  func `every theme distinguishes a placeholder from text`(terminal: JudgedTerminal) throws {
    for (name, palette) in try Self.palettes() {
      let fitted = terminal.fitted(palette)
      for ground in [Ground.normal, .selected, .selectedUnfocused, .dialog] {
        let placeholder = fitted[.placeholder, ground]
        for text in [fitted[.text, ground], fitted[.fieldText, ground]] {
          #expect(
            placeholder.attributes != text.attributes
              || terminal.differ(placeholder.foreground, text.foreground),
            "\(name) on \(ground)")
        }
      }
    }
  }

  @Test(arguments: JudgedTerminal.all)
  func `a terminal gets only attributes that it can show`(terminal: JudgedTerminal) throws {
    for (name, palette) in try Self.palettes() where palette.usesColor || terminal.depth == .none {
      let fitted = terminal.fitted(palette)
      for role in Role.allCases {
        for ground in Ground.allCases {
          #expect(
            fitted[role, ground].attributes.isSubset(of: terminal.attributes),
            "\(name): \(role) on \(ground)")
        }
      }
    }
  }

  @Test func `a terminal with all colours shows a theme as it was made`() throws {
    // Where grounds are attributes, a hit in the selected row needs one more.
    for theme in try bundledThemes() where theme.name != "monochrome" {
      #expect(theme.palette.fitted(to: .trueColor) == theme.palette, "\(theme.name)")
    }
  }

  @Test func `every list over the panels draws its selected row on a ground of its own`() {
    for (name, model, keys) in ScreenTests.scenes() {
      let frame = Screen.draw(model, keys: keys, size: Size(width: 80, height: 24))
      let hasRows =
        switch model.overlays.last {
        case .list(let list): !model.rows(of: list).isEmpty
        case .question: true
        case .prompt, nil: false
        }
      guard hasRows else { continue }
      let selected = (0..<frame.size.height).filter { row in
        frame.inks(row: row).contains { $0.ink.ground == .selected }
      }
      #expect(selected.count == 1, "\(name): rows \(selected)")
    }
  }
}
