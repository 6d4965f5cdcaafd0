/// The end of a jq program that is being typed: which value an expression there is given, and what is there of
/// it already.
struct ProgramPlace {
  /// The way from the body to that value; nil where it is more than a way.
  let input: [PathFilter.Step]?
  /// The expression as far as it stands: `.address` in `.[] | select(.address`; without blanks before it.
  let rest: String
  /// Whether a key of an object that is being made may stand there: `{id, `.
  let isKey: Bool

  /// They give each item of their input to what stands in their brackets.
  private static let functionsOnItems: Set<String> = [
    "map", "sort_by", "group_by", "min_by", "max_by", "unique_by", "any", "all", "map_values",
  ]
  /// What comes out of them is like what comes in.
  private static let keepingShape: Set<String> = [
    "select", "sort", "sort_by", "unique", "unique_by", "reverse",
  ]
  private static let words: Set<Substring> = [
    "and", "or", "not", "if", "then", "elif", "else", "try", "catch",
  ]

  /// - Parameter text: The program up to the cursor.
  /// - Returns: Nil inside a string.
  init?(_ text: String) {
    let letters = Array(text)
    guard let open = Self.innermostBracket(letters) else { return nil }
    var input: [PathFilter.Step]? = []
    var inner = letters[...]
    if let open {
      inner = letters[(open + 1)...]
      let outer = letters[..<open]
      let name =
        letters[open] == "("
        ? String(outer.reversed().prefix { $0.isLetter || $0 == "_" }.reversed()) : ""
      guard let around = ProgramPlace(String(outer.dropLast(name.count))) else { return nil }
      // `[` and `{` may stand behind something, as an index does: it is given the same value.
      input = letters[open] != "(" || around.rest.isEmpty ? around.input : nil
      if Self.functionsOnItems.contains(name) { input?.append(.each(.optional)) }
    }
    let isObject = open.map { letters[$0] == "{" } ?? false
    inner = Self.part(of: inner, after: isObject ? ",:" : ";")
    isKey = isObject && !(inner.startIndex > 0 && letters[inner.startIndex - 1] == ":")
    var parts: [ArraySlice<Character>] = []
    while let pipe = Self.flat(inner).last(where: { inner[$0] == "|" }) {
      parts.append(inner[..<pipe])
      inner = inner[(pipe + 1)...]
      break
    }
    if let before = parts.first, let start = input {
      input = Self.way(through: before).map { start + $0 }
    }
    self.input = input
    rest = Self.lastExpression(in: inner)
  }

  /// Where the innermost bracket stands that is open at the end; nil within for none, nil for an open string.
  private static func innermostBracket(_ letters: [Character]) -> Int?? {
    var open: [Int] = []
    var isString = false
    var place = 0
    while place < letters.count {
      let letter = letters[place]
      if isString, letter == "\\" { place += 1 }
      if letter == "\"" { isString.toggle() }
      if !isString, "([{".contains(letter) { open.append(place) }
      if !isString, ")]}".contains(letter) { _ = open.popLast() }
      place += 1
    }
    return isString ? nil : .some(open.last)
  }

  /// The places of what stands in no string and no bracket.
  private static func flat(_ letters: ArraySlice<Character>) -> [Int] {
    var places: [Int] = []
    var depth = 0
    var isString = false
    var place = letters.startIndex
    while place < letters.endIndex {
      let letter = letters[place]
      if isString, letter == "\\" { place += 1 }
      if letter == "\"" { isString.toggle() }
      if !isString, "([{".contains(letter) { depth += 1 }
      if !isString, depth == 0 { places.append(place) }
      if !isString, ")]}".contains(letter) { depth -= 1 }
      place += 1
    }
    return places
  }

  private static func part(
    of letters: ArraySlice<Character>, after separators: String
  ) -> ArraySlice<Character> {
    let last = flat(letters).last { separators.contains(letters[$0]) }
    return last.map { letters[($0 + 1)...] } ?? letters
  }

  /// Nil where the parts between its pipes are more than ways and what keeps the shape of its input.
  private static func way(through letters: ArraySlice<Character>) -> [PathFilter.Step]? {
    var steps: [PathFilter.Step] = []
    var parts: [String] = []
    var start = letters.startIndex
    for pipe in flat(letters) where letters[pipe] == "|" {
      parts.append(String(letters[start..<pipe]))
      start = pipe + 1
    }
    parts.append(String(letters[start...]))
    for part in parts {
      if let filter = PathFilter(part) {
        steps += filter.steps
        continue
      }
      let name = String(part.drop { $0.isWhitespace }.prefix { $0.isLetter || $0 == "_" })
      guard keepingShape.contains(name) else { return nil }
    }
    return steps
  }

  /// What stands behind the last operator, comma or word like `and`.
  private static func lastExpression(in letters: ArraySlice<Character>) -> String {
    let tail = String(part(of: letters, after: "=<>!,+-*/%:;&"))
    let text = tail.drop { $0.isWhitespace }
    let pieces = text.split(separator: " ", omittingEmptySubsequences: true)
    guard let word = pieces.lastIndex(where: { words.contains($0) }) else { return String(text) }
    return pieces[(word + 1)...].joined(separator: " ")
  }
}
