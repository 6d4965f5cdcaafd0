/// A writer that converts received scalars into safe text, one scalar at a time.
///
/// A visible scalar starts a cell, to which up to four combining marks are added. The writer drops
/// further marks, a variation selector, a skin-tone modifier, and a zero-width joiner together with
/// the emoji after it.
struct SafeTextWriter {
  private let tabs: SafeText.Tabs
  private var output = String.UnicodeScalarView()
  private var width = 0
  /// The number of combining marks in the last cell.
  ///
  /// This property and the following ones determine which scalars can still join the cell.
  private var marks = 0
  private var lastIsShaped = false
  private var lastIsEmoji = false
  private var lastTookSelector = false
  private var lastTookTone = false
  private var joinerIsPending = false
  private var joined = 0

  init(tabs: SafeText.Tabs) { self.tabs = tabs }

  /// Appends the visible form of `scalar`.
  mutating func take(_ scalar: Unicode.Scalar) {
    if joinerIsPending {
      joinerIsPending = false
      if Self.isEmoji(scalar) {
        joined += 1
        return
      }
      spell(Self.joiner)
    }
    switch ScalarShape(scalar) {
    case .narrow: open(scalar, columns: 1)
    case .wide:
      if lastIsEmoji, Self.skinTones.contains(scalar.value) {
        takeTone(scalar)
      } else {
        open(scalar, columns: 2)
      }
    case .combining: join(scalar)
    case .control: mark(scalar)
    case .hidden: hide(scalar)
    }
  }

  /// Ends the text. Returns the text and its number of columns.
  mutating func finish() -> (String, Int) {
    if joinerIsPending { spell(Self.joiner) }
    joinerIsPending = false
    return (String(output), width)
  }

  private static let joiner: Unicode.Scalar = "\u{200D}"
  /// The maximum number of joined emoji, as in the longest emoji sequence in use. A longer sequence
  /// could hide text.
  private static let maximumJoined = 6
  private static let skinTones: ClosedRange<UInt32> = 0x1F3FB...0x1F3FF

  /// Returns whether `scalar` may be followed by joiners and skin tones.
  private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x203C && scalar.properties.isEmoji
  }

  private mutating func open(_ scalar: Unicode.Scalar, columns: Int) {
    output.append(scalar)
    width += columns
    marks = 0
    lastIsShaped = true
    lastIsEmoji = Self.isEmoji(scalar)
    lastTookSelector = false
    lastTookTone = false
    joined = 0
  }

  /// Drops the first skin tone after an emoji. Further skin tones are written as numbers.
  ///
  /// Skin tones as separate emoji would be dropped when the text is made safe again.
  private mutating func takeTone(_ scalar: Unicode.Scalar) {
    if lastTookTone { spell(scalar) }
    lastTookTone = true
  }

  private mutating func join(_ scalar: Unicode.Scalar) {
    if !lastIsShaped { open("◌", columns: 1) }
    guard marks < Glyph.maximumMarks else { return }
    output.append(scalar)
    marks += 1
  }

  private mutating func mark(_ scalar: Unicode.Scalar) {
    switch (scalar.value, tabs) {
    case (0x09, .stops(let every)):
      let stop = max(1, every)
      for _ in 0..<(stop - width % stop) { open(" ", columns: 1) }
    case (0x0A, _): open("⏎", columns: 1)
    case (0x7F, _): open("␡", columns: 1)
    default:
      if let picture = Unicode.Scalar(0x2400 + scalar.value) { open(picture, columns: 1) }
    }
    lastIsShaped = false
  }

  private mutating func hide(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    // One variation selector per cell is dropped. Further selectors are written as numbers.
    case 0xFE0E...0xFE0F where lastIsShaped && !lastTookSelector: lastTookSelector = true
    case Self.joiner.value where lastIsEmoji && joined < Self.maximumJoined: joinerIsPending = true
    default: spell(scalar)
    }
  }

  /// Writes the number of a scalar, such as `‹U+200B›`.
  private mutating func spell(_ scalar: Unicode.Scalar) {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let padding = String(repeating: "0", count: max(0, 4 - digits.count))
    for scalar in "‹U+\(padding)\(digits)›".unicodeScalars { open(scalar, columns: 1) }
    lastIsShaped = false
  }
}
