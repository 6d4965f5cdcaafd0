import ClientModel

/// A generator of text that matches an ECMA 262 regular expression. It supports only common
/// constructs, so the caller must check the result.
struct PatternSample {
  private let scalars: [Unicode.Scalar]
  private var at = 0
  /// The number of repetitions in addition to the required ones.
  private let more: Int
  private var isUnknown = false
  /// The number of enclosing groups.
  private var depth = 0

  /// Generates text, or returns nil if the pattern has an unsupported construct, such as a
  /// lookahead.
  static func text(_ pattern: String, more: Int) -> String? {
    var sample = PatternSample(scalars: Array(pattern.unicodeScalars), more: more)
    let text = sample.alternatives()
    return sample.isUnknown || sample.at < sample.scalars.count ? nil : text
  }

  private var next: Unicode.Scalar? { at < scalars.count ? scalars[at] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    at += 1
    return true
  }

  /// Generates text for the first alternative, and skips the others.
  private mutating func alternatives() -> String {
    let text = sequence()
    while take("|") { _ = sequence() }
    return text
  }

  private mutating func sequence() -> String {
    var text = ""
    while let scalar = next, scalar != "|", scalar != ")", !isUnknown {
      let piece = atom()
      let count = repetitions()
      // A pattern may require a very long text.
      guard count * max(1, piece.count) + text.count <= 10_000 else {
        isUnknown = true
        return text
      }
      text += String(repeating: piece, count: count)
    }
    return text
  }

  private mutating func atom() -> String {
    guard let scalar = next else { return "" }
    at += 1
    switch scalar {
    case "^", "$": return ""
    case ".": return "a"
    case "(":
      if take("?") {
        if !take(":") {
          isUnknown = true
          return ""
        }
      }
      guard depth < 100 else {
        isUnknown = true
        return ""
      }
      depth += 1
      let text = alternatives()
      depth -= 1
      if !take(")") { isUnknown = true }
      return text
    case "[": return bracket()
    case "\\": return escape().map { String($0) } ?? ""
    default: return String(scalar)
    }
  }

  /// Parses an escape. Returns a matching character, or nil for an escape without width.
  private mutating func escape() -> Unicode.Scalar? {
    guard let scalar = next else {
      isUnknown = true
      return nil
    }
    at += 1
    switch scalar {
    case "d": return "1"
    case "w": return "a"
    case "s": return " "
    case "D", "S": return "a"
    case "W": return "-"
    case "b", "B": return nil
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "p", "P", "u", "x", "k", "c", "1"..."9":
      isUnknown = true
      return nil
    default: return scalar
    }
  }

  private mutating func bracket() -> String {
    let isNegated = take("^")
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    while let scalar = next, scalar != "]" {
      at += 1
      var low = scalar
      if scalar == "\\" {
        guard let letter = escape() else { continue }
        low = letter
      }
      guard next == "-", at + 1 < scalars.count, scalars[at + 1] != "]" else {
        ranges.append(low...low)
        continue
      }
      at += 1
      var high = scalars[at]
      at += 1
      if high == "\\" { high = escape() ?? low }
      ranges.append(low...max(low, high))
    }
    if !take("]") { isUnknown = true }
    let candidates: [Unicode.Scalar] = ["a", "A", "1", "-", "_", " ", "~", "é"]
    if isNegated {
      let free = candidates.first { letter in !ranges.contains { $0.contains(letter) } }
      if free == nil { isUnknown = true }
      return free.map { String($0) } ?? ""
    }
    let fit = candidates.prefix(3).first { letter in ranges.contains { $0.contains(letter) } }
    return (fit ?? ranges.first?.lowerBound).map { String($0) } ?? ""
  }

  private mutating func repetitions() -> Int {
    var count = 1
    switch next {
    case "*":
      at += 1
      count = more
    case "+":
      at += 1
      count = 1 + more
    case "?":
      at += 1
      count = min(1, more)
    case "{": count = counted() ?? 1
    default: return 1
    }
    _ = take("?")
    return count
  }

  /// Parses `{2}`, `{2,}` or `{2,5}`. Returns the number of repetitions to generate.
  private mutating func counted() -> Int? {
    guard let end = scalars[at...].firstIndex(of: "}") else { return nil }
    let parts = String(String.UnicodeScalarView(scalars[(at + 1)..<end])).pieces(at: ",")
    guard let low = parts.first.flatMap({ Int($0) }), parts.count <= 2 else {
      isUnknown = true
      return nil
    }
    at = end + 1
    guard parts.count == 2 else { return low }
    return parts[1].isEmpty ? low + more : min(Int(parts[1]) ?? low, low + more)
  }
}
