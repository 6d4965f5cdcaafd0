/// A regular expression of ECMA 262, as far as Swift reads it the same way.
struct TextPattern {
  private let regex: Regex<AnyRegexOutput>
  private let isNested: Bool

  /// Nil for what Swift cannot read: such a pattern is not measured.
  init?(_ pattern: String) {
    // The reader of patterns recurses into each group.
    guard pattern.utf8.count(where: { "([".utf8.contains($0) }) <= 1000 else { return nil }
    do {
      regex = try Regex(pattern).matchingSemantics(.unicodeScalar).asciiOnlyCharacterClasses()
    } catch {
      return nil
    }
    isNested = Self.isNested(pattern)
  }

  /// Whether the pattern is found in a text; nil for a text that would take too long to measure.
  func fits(_ text: String) -> Bool? {
    // A repetition within a repetition may try each way to share the text between them: the document
    // is from outside, and this runs at each key.
    guard text.unicodeScalars.count <= (isNested ? 20 : 1000) else { return nil }
    return text.contains(regex)
  }

  /// Whether a group that repeats holds something that repeats.
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
