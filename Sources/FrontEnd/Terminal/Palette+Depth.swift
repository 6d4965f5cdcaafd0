/// A palette as one terminal can show it.
///
/// With few colours two grounds of a theme can come down to the same number: the selected row would look
/// like any other, and text could have the colour of its ground. Such a ground is marked by an attribute
/// instead, and such text takes the colour with the most contrast.
extension Palette {
  /// The palette for a terminal of this depth, with every ground distinct from those around it.
  package func fitted(to depth: ColorDepth) -> Palette {
    var fitted = self
    var numbers = ColorNumbers(depth: depth)
    for role in Role.allCases {
      for (ground, neighbours, mark) in Self.marks {
        let style = fitted[role, ground]
        let isDistinct = neighbours.allSatisfy { numbers.differ(style, fitted[role, $0]) }
        guard !isDistinct else { continue }
        fitted[role, ground] = self[role, .normal]
        fitted[role, ground].attributes.formSymmetricDifference(mark)
      }
      guard depth == .eight || depth == .sixteen else { continue }
      for ground in Ground.allCases {
        fitted[role, ground].foreground = numbers.readable(fitted[role, ground], as: role)
      }
    }
    return fitted
  }

  /// Each ground that says something, the grounds it appears among, and the attributes that say it where
  /// colour cannot. A ground is compared with those before it.
  private static let marks: [(Ground, [Ground], Style.Attributes)] = [
    (.selected, [.normal, .dialog], .reverse),
    (.selectedUnfocused, [.normal], .underline),
    (.textSelection, [.normal, .dialog], .reverse),
    (.match, [.normal, .dialog, .selected], .underline),
    (.matchCurrent, [.normal, .dialog, .selected, .match], [.reverse, .underline]),
  ]
}

/// The numbers of colours at one depth, each looked up once.
private struct ColorNumbers {
  let depth: ColorDepth
  private var known: [Color: Int32] = [:]

  init(depth: ColorDepth) { self.depth = depth }

  /// Whether the eye distinguishes two styles of one role. Bold is not enough: text may be bold anyway.
  mutating func differ(_ one: Style, _ other: Style) -> Bool {
    let seen: Style.Attributes = [.reverse, .underline]
    return one.attributes.intersection(seen) != other.attributes.intersection(seen)
      || number(of: one.background) != number(of: other.background)
  }

  /// The foreground of a style, or the colour with the most contrast where it cannot be read.
  mutating func readable(_ style: Style, as role: Role) -> Color {
    let (ink, ground) = (number(of: style.foreground), number(of: style.background))
    guard let inkColor = color(ink), let groundColor = color(ground) else {
      return style.foreground
    }
    // Lines may be faint, but not gone. Letters: WCAG 2.2, success criterion 1.4.11.
    let wanted = role.isOrnament ? 1.01 : 3
    guard inkColor.contrast(with: groundColor) ?? wanted < wanted else { return style.foreground }
    let candidates: [UInt8] = depth == .sixteen ? [0, 7, 15] : [0, 7]
    let best = candidates.max { contrast($0, groundColor) < contrast($1, groundColor) }
    return .indexed(best ?? 7)
  }

  private func contrast(_ index: UInt8, _ ground: Color) -> Double {
    color(Int32(index))?.contrast(with: ground) ?? 0
  }

  private mutating func number(of color: Color) -> Int32 {
    if let number = known[color] { return number }
    let number = depth.number(of: color)
    known[color] = number
    return number
  }

  /// What xterm shows for a number; nil for the terminal's own colours.
  private func color(_ number: Int32) -> Color? {
    guard let index = UInt8(exactly: number) else { return nil }
    let rgb = RGB(index: index)
    return .rgb(red: UInt8(rgb.red), green: UInt8(rgb.green), blue: UInt8(rgb.blue))
  }
}
