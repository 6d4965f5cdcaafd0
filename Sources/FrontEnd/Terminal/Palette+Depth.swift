/// A palette as one terminal can show it.
///
/// With few colours two backgrounds of a theme can come down to the same number: the selected row would look
/// like any other, and text could have the colour of its background. Such a background is marked by an attribute
/// or another colour, and such text takes a colour that can be read.
extension Palette {
  /// The palette for a terminal of this depth: every ground is distinct from those around it, a placeholder from
  /// other text, and every text can be read.
  ///
  /// - Parameter attributes: The attributes that the terminal can show.
  package func fitted(
    to depth: ColorDepth, showing attributes: Style.Attributes = .all
  ) -> Palette {
    var colors = ShownColors(depth: depth)
    var fitted = Palette { role, ground in
      var style = self[role, ground]
      style.attributes.formIntersection(attributes)
      return style
    }
    for role in Role.allCases {
      fitted.mark(role, attributes, &colors)
      for ground in Ground.allCases {
        fitted[role, ground].foreground = colors.readable(fitted[role, ground], as: role)
      }
    }
    fitted.markPlaceholder(attributes, &colors)
    return fitted
  }

  /// Each ground that says something, the grounds it appears among, and the attributes that say it where
  /// colour cannot. A ground is compared with those before it.
  private static let marks: [(ground: Ground, neighbours: [Ground], attributes: Style.Attributes)] =
    [
      (.selected, [.normal, .dialog], .reverse),
      (.selectedUnfocused, [.normal], .underline),
      (.textSelection, [.normal, .dialog], .reverse),
      (.match, [.normal, .dialog, .selected], .underline),
      (.matchCurrent, [.normal, .dialog, .selected, .match], [.reverse, .underline]),
    ]

  /// The grounds of placeholders: they are neither selected as text nor found by a search.
  private static let placeholderGrounds: [Ground] = [
    .normal, .selected, .selectedUnfocused, .dialog,
  ]

  /// Backgrounds for a ground that neither its own colour nor an attribute can show: yellow, cyan, blue, green,
  /// magenta. The Linux console has no underline in colour.
  private static let substitutes = [3, 6, 4, 2, 5].map { Color.indexed($0) }

  private mutating func mark(
    _ role: Role, _ shown: Style.Attributes, _ colors: inout ShownColors
  ) {
    for mark in Self.marks {
      let neighbours = mark.neighbours.map { self[role, $0] }
      guard !neighbours.allSatisfy({ self[role, mark.ground].isDistinct(from: $0, &colors) }) else {
        continue
      }
      var style = self[role, .normal]
      if mark.attributes.isSubset(of: shown) {
        style.attributes.formSymmetricDifference(mark.attributes)
      } else {
        style.background =
          Self.substitutes.first { color in
            neighbours.allSatisfy { colors.differ(color, $0.background) }
          } ?? style.background
      }
      self[role, mark.ground] = style
    }
  }

  /// Marks a placeholder that has come down to the look of the text beside it: by one attribute on every ground, so
  /// that its grounds stay distinct, or by other colours.
  private mutating func markPlaceholder(
    _ shown: Style.Attributes, _ colors: inout ShownColors
  ) {
    let lost = Self.placeholderGrounds.filter { ground in
      [Role.text, .fieldText].contains {
        !self[.placeholder, ground].isDistinctText(from: self[$0, ground], &colors)
      }
    }
    guard !lost.isEmpty else { return }
    let attributes: [Style.Attributes] = [.dim, .italic, .underline]
    if let attribute = attributes.first(where: { $0.isSubset(of: shown) }) {
      for ground in Ground.allCases {
        self[.placeholder, ground].attributes.formSymmetricDifference(attribute)
      }
    } else {
      for ground in lost { recolorPlaceholder(on: ground, &colors) }
    }
  }

  private mutating func recolorPlaceholder(on ground: Ground, _ colors: inout ShownColors) {
    var style = self[.placeholder, ground]
    for color in [6, 4, 3, 2, 5, 1].map(Color.indexed) {
      style.foreground = color
      guard colors.contrast(color, style.background) ?? 0 >= Role.placeholder.leastContrast,
        style.isDistinctText(from: self[.text, ground], &colors),
        style.isDistinctText(from: self[.fieldText, ground], &colors)
      else { continue }
      self[.placeholder, ground] = style
      return
    }
  }
}

extension Style {
  /// Whether the eye distinguishes two backgrounds. Bold is not enough: text may be bold anyway.
  func isDistinct(from other: Style, _ colors: inout ShownColors) -> Bool {
    let seen: Attributes = [.reverse, .underline]
    return attributes.intersection(seen) != other.attributes.intersection(seen)
      || colors.differ(background, other.background)
  }

  /// Whether the eye distinguishes two texts on one background.
  func isDistinctText(from other: Style, _ colors: inout ShownColors) -> Bool {
    attributes != other.attributes || colors.differ(foreground, other.foreground)
  }
}
