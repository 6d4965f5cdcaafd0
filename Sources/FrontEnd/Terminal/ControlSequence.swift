/// A complete control sequence: `ESC [`, parameters and a final letter.
struct ControlSequence {
  let parameters: String
  let final: Unicode.Scalar

  /// The keys of the sequence, or an empty array if Weir does not use the sequence.
  var keys: [Key] {
    if parameters.first == "<" { return extendedMouse }
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    if final == "Z" { return [.backTab] }
    if final == "~" { return Self.tildeKey(numbers.first ?? nil) }
    guard numbers.count <= 2 else { return [] }
    return Self.arrow(final, modifier: numbers.count == 2 ? numbers[1] : nil)
  }

  /// Returns the key for an arrow, Home or End.
  ///
  /// The modifier is 1 plus the sum of shift (1), alt (2) and ctrl (4). Alt moves by words like
  /// Ctrl, because some terminals report only one of the two.
  private static func arrow(_ final: Unicode.Scalar, modifier: Int?) -> [Key] {
    let bits = (modifier ?? 1) - 1
    let plain: Key
    let shifted: Key
    let controlled: Key
    switch final {
    case "A": (plain, shifted, controlled) = (.up, .shiftUp, .ctrlUp)
    case "B": (plain, shifted, controlled) = (.down, .shiftDown, .ctrlDown)
    case "C": (plain, shifted, controlled) = (.right, .shiftRight, .ctrlRight)
    case "D": (plain, shifted, controlled) = (.left, .shiftLeft, .ctrlLeft)
    case "H": (plain, shifted, controlled) = (.home, .shiftHome, .ctrlHome)
    case "F": (plain, shifted, controlled) = (.end, .shiftEnd, .ctrlEnd)
    default: return []
    }
    if bits & 1 != 0 { return [shifted] }
    return bits & 6 != 0 ? [controlled] : [plain]
  }

  /// Returns the editing key of the VT220 and its successors.
  private static func tildeKey(_ number: Int?) -> [Key] {
    switch number {
    case 1, 7: [.home]
    case 2: [.insert]
    case 3: [.delete]
    case 4, 8: [.end]
    case 5: [.pageUp]
    case 6: [.pageDown]
    default: []
    }
  }

  private var extendedMouse: [Key] {
    let numbers = parameters.dropFirst().split(separator: ";").compactMap { Int($0) }
    guard numbers.count == 3, final == "M" || final == "m" else { return [] }
    return Self.mouse(
      code: numbers[0], column: numbers[1], row: numbers[2],
      action: final == "m" ? .release : .press)
  }

  /// Returns the key for a mouse report.
  ///
  /// The low two bits of `code` are the button. The bit 32 means a movement, and the bit 64 means
  /// the wheel. Columns and rows are counted from 1.
  static func mouse(code: Int, column: Int, row: Int, action: MouseEvent.Action) -> [Key] {
    guard column >= 1, row >= 1, code < 128 else { return [] }
    let place = Point(x: column - 1, y: row - 1)
    if code & 64 != 0 {
      switch (code & 3, action) {
      case (0, .press): return [.mouse(MouseEvent(.wheelUp, button: .none, at: place))]
      case (1, .press): return [.mouse(MouseEvent(.wheelDown, button: .none, at: place))]
      default: return []
      }
    }
    let buttons: [MouseEvent.Button] = [.left, .middle, .right, .none]
    let happened: MouseEvent.Action = code & 32 != 0 ? .drag : action
    return [.mouse(MouseEvent(happened, button: buttons[code & 3], at: place))]
  }
}
