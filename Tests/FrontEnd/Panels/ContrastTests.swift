import Foundation
import Panels
import Terminal
import Testing

/// Whether text can be read on its ground, measured.
struct ContrastTests {
  /// What is drawn as lines, not as letters.
  private static let ornaments: Set<Role> = [.border, .scrollbar]

  @Test func `text of every role can be read on every ground of every theme`() throws {
    for theme in try bundledThemes() {
      for role in Role.allCases where !Self.ornaments.contains(role) {
        for ground in Ground.allCases {
          let style = theme.palette[role, ground]
          guard let ratio = Self.ratio(style.foreground, style.background) else { continue }
          #expect(ratio >= 4.5, "\(theme.name): \(role) on \(ground) has \(ratio)")
        }
      }
      // Running text needs more than labels do.
      let plain = theme.palette[.text, .normal]
      if let ratio = Self.ratio(plain.foreground, plain.background) {
        #expect(ratio >= 7, "\(theme.name): text has \(ratio)")
      }
    }
  }

  @Test func `a colour that can be read is left as the theme has it`() throws {
    let theme = try Theme(
      "name: x\nbackground: \"#000000\"\nroles:\n  text: \"#ffffff\"\n  muted: \"#909090\"\n",
      file: "x.yaml")
    #expect(theme.palette[.muted, .normal].foreground == .rgb(red: 144, green: 144, blue: 144))
  }

  @Test func `a colour that drowns in its ground is moved away from it`() throws {
    let theme = try Theme(
      "name: x\nbackground: \"#ffffff\"\nroles:\n  text: \"#000000\"\n  muted: \"#eeeedd\"\n",
      file: "x.yaml")
    let style = theme.palette[.muted, .normal]
    #expect(try #require(Self.ratio(style.foreground, style.background)) >= 4.5)
    #expect(theme.palette[.text, .normal].foreground == .rgb(red: 0, green: 0, blue: 0))
  }

  /// The contrast ratio of WCAG 2.2, 1 to 21; nil unless both colours are given in full.
  private static func ratio(_ one: Color, _ other: Color) -> Double? {
    guard let one = luminance(one), let other = luminance(other) else { return nil }
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  private static func luminance(_ color: Color) -> Double? {
    guard case .rgb(let red, let green, let blue) = color else { return nil }
    let parts = [red, green, blue].map { part -> Double in
      let share = Double(part) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }
}
