/// An ECMA 262 regular expression compiled by Swift.
struct TextPattern {
  private let regex: Regex<AnyRegexOutput>
  private let isNested: Bool

  /// Compiles a pattern. Returns nil if Swift cannot parse it.
  init?(_ pattern: String) {
    // Swift's parser is recursive, so too many nested groups would overflow the stack.
    guard pattern.utf8.count(where: { "([".utf8.contains($0) }) <= 1000 else { return nil }
    do {
      regex = try Regex(pattern).matchingSemantics(.unicodeScalar).asciiOnlyCharacterClasses()
    } catch {
      return nil
    }
    isNested = Self.isNested(pattern)
  }

  /// Returns whether the pattern matches a part of the text, or nil if the check could take too
  /// long.
  func fits(_ text: String) -> Bool? {
    // A pattern with nested repetitions can take exponential time, the document is untrusted, and
    // the check runs after each keystroke.
    guard text.unicodeScalars.count <= (isNested ? 20 : 1000) else { return nil }
    return text.contains(regex)
  }

  /// Returns whether a repeated group contains another repetition.
  private static func isNested(_ pattern: String) -> Bool {
    var open: [Bool] = []
    var isEscaped = false
    var isClass = false
    var closed: Bool?
    for character in pattern.unicodeScalars {
      defer { if character != ")" || isClass { closed = nil } }
      if isEscaped {
        isEscaped = false
        continue
      }
      switch character {
      case "\\": isEscaped = true
      case "[": isClass = true
      case "]": isClass = false
      case _ where isClass: break
      case "(": open.append(false)
      case ")":
        closed = open.popLast() ?? false
        if closed == true, !open.isEmpty { open[open.count - 1] = true }
      case "*", "+", "{":
        if closed == true { return true }
        if !open.isEmpty { open[open.count - 1] = true }
      default: break
      }
    }
    return false
  }
}
