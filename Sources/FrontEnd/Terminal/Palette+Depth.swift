/// The adaptation of a palette to a terminal.
///
/// With few colours, different colours of a theme may become equal. The selected row could then
/// look like any other row, and text could have the colour of its background. Such a background
/// gets an attribute or another colour, and such text gets a readable colour.
extension Palette {
  /// Returns the palette for a terminal of this depth.
  ///
  /// In the result, every ground is distinct from its neighbours, placeholders are distinct from
  /// normal text, and all text is readable.
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

  /// The grounds that must be distinct from their neighbours.
  ///
  /// A ground that is not distinct by its colour gets the attributes. Each ground follows its
  /// neighbours in the list, so that it is compared with their final styles.
  private static let marks: [(ground: Ground, neighbours: [Ground], attributes: Style.Attributes)] =
    [
      (.selected, [.normal, .dialog], .reverse),
      (.selectedUnfocused, [.normal], .underline),
      (.textSelection, [.normal, .dialog], .reverse),
      (.match, [.normal, .dialog, .selected], .underline),
      (.matchCurrent, [.normal, .dialog, .selected, .match], [.reverse, .underline]),
    ]

  /// The grounds on which placeholders appear. A placeholder is never selected as text and is never
  /// a search match.
  private static let placeholderGrounds: [Ground] = [
    .normal, .selected, .selectedUnfocused, .dialog,
  ]

  /// The backgrounds for a ground that is not distinct by its colour or an attribute.
  ///
  /// They are yellow, cyan, blue, green and magenta. They are needed on the Linux console, which
  /// cannot underline coloured text.
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

  /// Marks a placeholder that would look like the text next to it.
  ///
  /// The mark is one attribute or other colours. An attribute is set on every ground, so that the
  /// grounds stay distinct.
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
  /// Returns whether two backgrounds look different. Bold is ignored, because any text may be bold.
  func isDistinct(from other: Style, _ colors: inout ShownColors) -> Bool {
    let seen: Attributes = [.reverse, .underline]
    return attributes.intersection(seen) != other.attributes.intersection(seen)
      || colors.differ(background, other.background)
  }

  /// Returns whether two styles of text on one background look different.
  func isDistinctText(from other: Style, _ colors: inout ShownColors) -> Bool {
    attributes != other.attributes || colors.differ(foreground, other.foreground)
  }
}
