/// A decoder that converts the scalars from a terminal into keys.
///
/// Life cycle of a sequence: `ground` → escape → one of *control sequence* (`[`), *single shift*
/// (`O`), *string* (`]`, `P`, `_`, `^`, `X`) or Alt with a character → `ground`. Sequences that
/// Weir does not use, such as a terminal's responses, are dropped. Pasted text is always one key.
/// The report of the background is removed before decoding.
///
/// - Source: ECMA-48 section 5.4 (control sequences); xterm's control sequences (mouse 1006,
///   bracketed paste).
package struct KeyDecoder: Sendable {
  private enum State: Equatable {
    case ground
    case escape
    case controlSequence(String)
    case singleShift
    case string(introducer: Unicode.Scalar, body: String)
    /// A mouse report in the old format: three scalars, each 32 more than its value.
    case oldMouse([UInt32])
    case paste
  }

  private static let pasteEnd = "\u{1B}[201~"
  /// The maximum length of a sequence. A longer sequence is dropped. All responses of terminals are
  /// shorter.
  private static let longestSequence = 4096

  /// The Alt keys that are bound. They are recognised even if the escape and the character are
  /// received separately.
  package var altKeys: Set<Key> = []

  private var state = State.ground
  /// Whether the last escape was the only pending input.
  private var isEscapeAlone = false
  private var pasted = String.UnicodeScalarView()
  private var report = BackgroundReport()

  package init() {}

  /// Whether a sequence is incomplete. `settle()` ends the sequence.
  package var isInsideSequence: Bool {
    report.isInside || (state != .ground && state != .paste)
  }

  /// Whether only the escape of a sequence has been received.
  package var isAfterEscape: Bool {
    report.isAfterEscape || (state == .escape && !report.isInside)
  }

  /// Whether a paste is incomplete.
  package var isInsidePaste: Bool { state == .paste }

  /// Whether the terminal's background was requested and not reported yet.
  package var expectsBackground: Bool { report.isExpected }

  /// Records that the background was requested from the terminal, so that the terminal's report is
  /// not read as typed text.
  package mutating func expectBackground() { report.expect() }

  /// Returns and removes the reported background, or returns nil if none was reported.
  package mutating func takeBackground() -> Color? { report.takeColor() }

  /// Processes a scalar. Returns the keys that are now complete.
  package mutating func take(_ scalar: Unicode.Scalar) -> [Key] {
    if scalar == "\u{1B}" { isEscapeAlone = false }
    return pass(scalar)
  }

  /// Processes an escape that was the only pending input.
  ///
  /// The next scalar is a separate key, unless it continues a sequence or is bound with Alt.
  package mutating func takeLoneEscape() -> [Key] {
    isEscapeAlone = true
    return pass("\u{1B}")
  }

  private mutating func pass(_ scalar: Unicode.Scalar) -> [Key] {
    guard state != .paste else { return decode(scalar) }
    return report.take(scalar).flatMap { decode($0) }
  }

  private mutating func decode(_ scalar: Unicode.Scalar) -> [Key] {
    switch state {
    case .ground: return begin(scalar)
    case .escape: return afterEscape(scalar)
    case .controlSequence(let text): return extend(text, with: scalar)
    case .singleShift:
      state = .ground
      return []
    case .string(let introducer, let body): return extend(introducer, body, with: scalar)
    case .oldMouse(let values): return extend(values, with: scalar)
    case .paste: return paste(scalar)
    }
  }

  /// Processes a key from the terminal description. Inside a paste, the key is ignored.
  package mutating func take(_ key: Key) -> [Key] {
    guard state != .paste else { return [] }
    return settle() + [key]
  }

  /// Handles a pause in the input. The pause completes a pending sequence.
  ///
  /// A lone escape becomes the Escape key. An unterminated string becomes typed keys.
  package mutating func settle() -> [Key] {
    let typed = state == .paste ? [] : report.settle()
    return typed.flatMap { decode($0) } + settleSequence()
  }

  private mutating func settleSequence() -> [Key] {
    defer { if state != .paste { state = .ground } }
    switch state {
    case .ground, .paste, .oldMouse: return []
    case .escape: return [.escape]
    case .singleShift: return withAlt("O")
    case .controlSequence(let text): return text.isEmpty ? withAlt("[") : []
    case .string(let introducer, let body):
      guard body.count < Self.longestSequence else { return [] }
      return withAlt(introducer) + body.unicodeScalars.flatMap(Self.plainKey)
    }
  }

  private mutating func begin(_ scalar: Unicode.Scalar) -> [Key] {
    guard scalar.value == 0x1B else { return Self.plainKey(scalar) }
    state = .escape
    return []
  }

  private mutating func afterEscape(_ scalar: Unicode.Scalar) -> [Key] {
    state = .ground
    switch scalar {
    case "[": state = .controlSequence("")
    case "O": state = .singleShift
    case "]", "P", "_", "^", "X": state = .string(introducer: scalar, body: "")
    case "\u{1B}":
      state = .escape
      return [.escape]
    case "\r", "\n", "\u{8}": return withAlt(scalar)
    case "\0"..<" ": return [.escape] + Self.plainKey(scalar)
    default: return withAlt(scalar)
    }
    return []
  }

  /// Returns the key for Alt with a scalar.
  ///
  /// If the escape was received separately and the Alt key is not bound, returns two keys: Escape
  /// and the scalar.
  private func withAlt(_ scalar: Unicode.Scalar) -> [Key] {
    let key: Key =
      switch scalar {
      case "\r", "\n": .altEnter
      case "\u{7F}", "\u{8}": .altBackspace
      default: .alt(Character(scalar))
      }
    return isEscapeAlone && !altKeys.contains(key) ? [.escape] + Self.plainKey(scalar) : [key]
  }

  private mutating func extend(_ text: String, with scalar: Unicode.Scalar) -> [Key] {
    switch scalar.value {
    case 0x20..<0x40:
      if text.utf8.count < Self.longestSequence {
        state = .controlSequence(text + String(scalar))
      }
      return []
    case 0x40..<0x7F:
      state = .ground
      if text.isEmpty, scalar == "M" {
        state = .oldMouse([])
      } else if text == "200", scalar == "~" {
        state = .paste
      } else {
        return ControlSequence(parameters: text, final: scalar).keys
      }
      return []
    default:
      // No sequence contains this scalar, so the pending sequence is incomplete.
      state = .ground
      return begin(scalar)
    }
  }

  private mutating func extend(
    _ introducer: Unicode.Scalar, _ body: String, with scalar: Unicode.Scalar
  ) -> [Key] {
    let endsHere = scalar == "\u{7}" || (scalar == "\\" && body.unicodeScalars.last == "\u{1B}")
    if endsHere {
      state = .ground
    } else if body.utf8.count < Self.longestSequence {
      state = .string(introducer: introducer, body: body + String(scalar))
    }
    return []
  }

  private mutating func extend(_ values: [UInt32], with scalar: Unicode.Scalar) -> [Key] {
    let values = values + [scalar.value]
    guard values.count == 3 else {
      state = .oldMouse(values)
      return []
    }
    state = .ground
    guard values.allSatisfy({ (32..<256).contains($0) }) else { return [] }
    let code = Int(values[0]) - 32
    let isRelease = code & 0b11 == 3 && code < 64
    return ControlSequence.mouse(
      code: code, column: Int(values[1]) - 32, row: Int(values[2]) - 32,
      action: isRelease ? .release : .press)
  }

  private mutating func paste(_ scalar: Unicode.Scalar) -> [Key] {
    pasted.append(scalar)
    guard scalar == "~", pasted.suffix(6).elementsEqual(Self.pasteEnd.unicodeScalars)
    else { return [] }
    pasted.removeLast(6)
    let text = String(pasted).replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    pasted = String.UnicodeScalarView()
    state = .ground
    return [.paste(text)]
  }

  /// Returns the keys for a scalar outside any sequence.
  private static func plainKey(_ scalar: Unicode.Scalar) -> [Key] {
    switch scalar.value {
    case 0: [.control(" ")]
    case 0x08, 0x7F: [.backspace]
    case 0x09: [.tab]
    case 0x0D: [.enter]
    case 0x1B: [.escape]
    case 0x01...0x1A: [.control(Character(Unicode.Scalar(UInt8(scalar.value + 0x60))))]
    case 0x1C...0x1F: [.control(Character(Unicode.Scalar(UInt8(scalar.value + 0x40))))]
    case 0x80..<0xA0: []
    default: [.character(Character(scalar))]
    }
  }
}
