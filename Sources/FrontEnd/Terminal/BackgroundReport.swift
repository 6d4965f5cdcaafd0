/// A parser that finds the terminal's report of its background colour in the received scalars.
///
/// A report is `ESC ] 11 ; VALUE` and BEL or `ESC \`. Life cycle: `off` → `expect()` → prefix →
/// value → `off`. A pause after an incomplete prefix makes the prefix typed text. A report that
/// continues after the pause is still recognised.
///
/// - Source: xterm's control sequences, OSC 11.
struct BackgroundReport: Sendable {
  private enum State: Equatable {
    case off
    /// `seen` scalars of the prefix were received, and `passed` of them were already delivered as
    /// typed text.
    case prefix(seen: Int, passed: Int)
    /// The prefix was received, but not the terminator. The second payload is whether a pause has
    /// occurred.
    case value(String, Continuity)
    /// An escape was received. It may be the first half of the terminator `ESC \`.
    case end(String)
    /// A pause occurred after the escape. The second half of the terminator is missing.
    case endCut
    /// The value is not a colour. Its scalars are ignored up to the terminator or a pause.
    case other(count: Int)
  }

  private enum Continuity { case flowing, paused }

  private static let prefix = Array("\u{1B}]11;".unicodeScalars)
  private static let letters = Set("0123456789abcdefABCDEFrg:/".unicodeScalars)
  /// The maximum length of a value. `rgba:` and four numbers of four digits have 24 scalars.
  private static let longestValue = 32
  private static let longestOther = 4096

  private var state = State.off
  /// The last reported colour. `takeColor()` removes it.
  private var color: Color?

  /// Whether a report may still be received.
  var isExpected: Bool { state != .off }

  /// Whether the last scalars may be part of an incomplete report, whose missing scalars follow
  /// immediately.
  var isInside: Bool {
    switch state {
    case .off, .endCut, .value(_, .paused): false
    case .prefix(let seen, let passed): seen > passed && !isBegun(seen, passed)
    case .value(_, .flowing), .end, .other: true
    }
  }

  /// Whether only the escape of a report is held back.
  var isAfterEscape: Bool { state == .prefix(seen: 1, passed: 0) }

  /// Returns whether the prefix certainly belongs to a report.
  ///
  /// A user does not type this many scalars of the prefix without a pause, so the prefix is held
  /// back.
  private func isBegun(_ seen: Int, _ passed: Int) -> Bool { passed == 0 && seen > 2 }

  /// Records that the terminal's background was requested.
  mutating func expect() { state = .prefix(seen: 0, passed: 0) }

  /// Returns and removes the reported colour, or returns nil if there is none.
  mutating func takeColor() -> Color? {
    defer { color = nil }
    return color
  }

  /// Processes one scalar. Returns the scalars that are not part of a report.
  mutating func take(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    switch state {
    case .off: return [scalar]
    case .prefix(let seen, let passed): return extend(seen, passed, with: scalar)
    case .value(let text, let continuity): return extend(text, continuity, with: scalar)
    case .end(let text):
      finish(text)
      return scalar == "\\" ? [] : ["\u{1B}", scalar]
    case .endCut:
      state = .off
      return scalar == "\\" ? [] : [scalar]
    case .other(let count):
      if scalar == "\u{1B}" {
        state = .end("")
      } else if scalar == "\u{7}" || scalar == "\u{9C}" || count == Self.longestOther {
        state = .off
      } else {
        state = .other(count: count + 1)
      }
      return []
    }
  }

  /// Handles a pause in the input. Returns the scalars that were held back, as typed text.
  mutating func settle() -> [Unicode.Scalar] {
    switch state {
    case .off, .endCut: return []
    case .prefix(let seen, let passed):
      if isBegun(seen, passed) { return [] }
      state = .prefix(seen: seen, passed: seen)
      return Array(Self.prefix[passed..<seen])
    case .value(let text, _): state = .value(text, .paused)
    case .end(let text):
      finish(text)
      state = .endCut
    case .other: state = .off
    }
    return []
  }

  private mutating func extend(
    _ seen: Int, _ passed: Int, with scalar: Unicode.Scalar
  ) -> [Unicode.Scalar] {
    if scalar == Self.prefix[seen] {
      let isComplete = seen + 1 == Self.prefix.count
      state = isComplete ? .value("", .flowing) : .prefix(seen: seen + 1, passed: passed)
      return []
    }
    let held = Array(Self.prefix[passed..<seen])
    let begins = scalar == Self.prefix[0]
    state = .prefix(seen: begins ? 1 : 0, passed: 0)
    return begins ? held : held + [scalar]
  }

  private mutating func extend(
    _ text: String, _ continuity: Continuity, with scalar: Unicode.Scalar
  ) -> [Unicode.Scalar] {
    if scalar == "\u{7}" || scalar == "\u{9C}" {
      finish(text)
    } else if scalar == "\u{1B}" {
      state = .end(text)
    } else if Self.letters.contains(scalar), text.utf8.count < Self.longestValue {
      state = .value(text + String(scalar), .flowing)
    } else if continuity == .paused {
      // The terminal sent only half a report, and this scalar is the next key.
      state = .off
      return [scalar]
    } else {
      state = .other(count: 0)
    }
    return []
  }

  private mutating func finish(_ text: String) {
    state = .off
    color = Color(report: text)
  }
}

extension Color {
  /// Parses a colour in the X11 format. Returns nil for other text.
  ///
  /// The format is `rgb:` and three numbers, or `rgba:` and four numbers. A number has one to four
  /// hexadecimal digits. The fourth number is ignored.
  init?(report: String) {
    let halves = report.split(separator: ":", omittingEmptySubsequences: false)
    guard halves.count == 2, let count = ["rgb": 3, "rgba": 4][halves[0]] else { return nil }
    let parts = halves[1].split(separator: "/", omittingEmptySubsequences: false)
      .compactMap { digits -> UInt8? in
        guard (1...4).contains(digits.count), let value = Int(digits, radix: 16) else { return nil }
        let most = 1 << (4 * digits.count) - 1
        return UInt8((value * 255 + most / 2) / most)
      }
    guard parts.count == count, halves[1].count(where: { $0 == "/" }) == count - 1 else {
      return nil
    }
    self = .rgb(red: parts[0], green: parts[1], blue: parts[2])
  }
}
