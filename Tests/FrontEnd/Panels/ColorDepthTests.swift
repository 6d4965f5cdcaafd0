import Panels
import Terminal
import Testing
import ViewModels

/// Selection and hits are distinguishable with any number of colours.
struct ColorDepthTests {
  static let depths = [
    ColorDepth.none, .eight, .sixteen, .palette256, .trueColor,
  ]

  /// Each ground and those it appears among.
  private static let grounds: [(Ground, [Ground])] = [
    (.selected, [.normal, .dialog]), (.selectedUnfocused, [.normal]),
    (.textSelection, [.normal, .dialog]), (.match, [.normal, .dialog, .selected]),
    (.matchCurrent, [.normal, .dialog, .selected, .match]),
  ]

  @Test(arguments: depths)
  func `every theme distinguishes each ground from those around it`(depth: ColorDepth) throws {
    let palettes = try bundledThemes().map { ($0.name, $0.palette) } + [("plain", .plain)]
    for (name, palette) in palettes {
      let fitted = palette.fitted(to: depth)
      for role in Role.allCases {
        for (ground, others) in Self.grounds {
          for other in others {
            #expect(
              Self.differ(fitted[role, ground], fitted[role, other], depth),
              "\(name) \(depth): \(role) on \(ground) looks as on \(other)")
          }
        }
      }
    }
  }

  private static func differ(_ one: Style, _ other: Style, _ depth: ColorDepth) -> Bool {
    let seen: Style.Attributes = [.reverse, .underline]
    return one.attributes.intersection(seen) != other.attributes.intersection(seen)
      || depth.number(of: one.background) != depth.number(of: other.background)
  }

  @Test(arguments: [ColorDepth.eight, .sixteen])
  func `no text has the colour of its ground`(depth: ColorDepth) throws {
    for theme in try bundledThemes() {
      let fitted = theme.palette.fitted(to: depth)
      for role in Role.allCases {
        for ground in Ground.allCases {
          let style = fitted[role, ground]
          let (ink, below) = (
            depth.number(of: style.foreground), depth.number(of: style.background)
          )
          guard ink >= 0, below >= 0 else { continue }
          let ratio = try #require(Self.color(ink).contrast(with: Self.color(below)))
          #expect(
            ratio >= (role.isOrnament ? 1.01 : 3), "\(theme.name): \(role) on \(ground) \(ratio)")
        }
      }
    }
  }

  private static func color(_ number: Int32) -> Color {
    let rgb = RGB(index: UInt8(number))
    return .rgb(red: UInt8(rgb.red), green: UInt8(rgb.green), blue: UInt8(rgb.blue))
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
