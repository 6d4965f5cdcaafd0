import ClientModel

/// The incomplete expression at the end of a jq program, and the input of this expression.
struct CompletionContext {
  /// The path from the body to the input of the expression, or nil if a path cannot express it.
  let input: [PathFilter.Step]?
  /// The typed part of the expression without leading spaces, such as `.address` for `.[] |
  /// select(.address`.
  let rest: String
  /// Whether the next token is a key of an object construction, as after `{id, `.
  let isKey: Bool

  /// The functions that apply their argument to each item of the input.
  private static let functionsOnItems: Set<String> = [
    "map", "sort_by", "group_by", "min_by", "max_by", "unique_by", "any", "all", "map_values",
  ]
  /// The functions whose output has the same shape as the input.
  private static let shapePreserving: Set<String> = [
    "select", "sort", "sort_by", "unique", "unique_by", "reverse",
  ]
  private static let words: Set<Substring> = [
    "and", "or", "not", "if", "then", "elif", "else", "try", "catch",
  ]

  /// Finds the expression before the cursor.
  ///
  /// - Parameter text: The program up to the cursor.
  /// - Returns: Nil if the program ends inside a string.
  init?(_ text: String) {
    let scalars = Array(text.unicodeScalars)
    guard let level = Level.innermost(of: scalars) else { return nil }
    let bracket = level.bracket.map { scalars[$0] }
    var input: [PathFilter.Step]? = []
    if let open = level.bracket {
      let outer = scalars[..<open]
      let word = bracket == "(" ? outer.reversed().prefix(while: Self.isLetter).count : 0
      let name = Self.text(outer.suffix(word))
      guard let around = CompletionContext(Self.text(outer.dropLast(word))) else { return nil }
      // `[` and `{` can follow an expression, for example as an index. The contents of the bracket
      // have the same input as that expression.
      input = bracket != "(" || around.rest.isEmpty ? around.input : nil
      if Self.functionsOnItems.contains(name) { input?.append(.each(.optional)) }
    }
    let separators = bracket == "{" ? ",:" : ";"
    let separator = level.places.last { separators.unicodeScalars.contains(scalars[$0]) }
    isKey = bracket == "{" && separator.map { scalars[$0] } != ":"
    var start = (separator ?? level.bracket).map { $0 + 1 } ?? 0
    for pipe in level.places where pipe >= start && scalars[pipe] == "|" {
      input = Self.input(from: input, through: Self.text(scalars[start..<pipe]))
      start = pipe + 1
    }
    self.input = input
    let operators = "=<>!,+-*/%:;&".unicodeScalars
    let last = level.places.last { $0 >= start && operators.contains(scalars[$0]) }
    rest = Self.lastExpression(in: Self.text(scalars[(last.map { $0 + 1 } ?? start)...]))
  }

  /// The contents of the innermost open bracket at the end of a program.
  private struct Level {
    /// The index of the bracket, or nil if no bracket is open.
    var bracket: Int?
    /// The indices of the scalars in the bracket, except those in strings and nested brackets.
    var places: [Int] = []

    /// Returns the contents of the innermost open bracket, or nil if the program ends inside a
    /// string.
    static func innermost(of scalars: [Unicode.Scalar]) -> Level? {
      var levels = [Level()]
      var isString = false
      var place = 0
      while place < scalars.count {
        let scalar = scalars[place]
        if isString, scalar == "\\" { place += 1 }
        if scalar == "\"" { isString.toggle() }
        if !isString, "([{".unicodeScalars.contains(scalar) {
          levels.append(Level(bracket: place))
        } else if !isString, ")]}".unicodeScalars.contains(scalar) {
          if levels.count > 1 { levels.removeLast() }
        } else if !isString {
          levels[levels.count - 1].places.append(place)
        }
        place += 1
      }
      return isString ? nil : levels.last
    }
  }

  /// Returns the path to the input of the text after a pipe. Returns nil if the part before the
  /// pipe is neither a path nor a function in `shapePreserving`.
  private static func input(
    from input: [PathFilter.Step]?, through part: String
  ) -> [PathFilter.Step]? {
    if let filter = PathFilter(part) { return input.map { $0 + filter.steps } }
    let scalars = part.unicodeScalars.drop(while: \.properties.isWhitespace)
    return shapePreserving.contains(String(scalars.prefix(while: isLetter))) ? input : nil
  }

  private static func lastExpression(in text: String) -> String {
    let text = Substring(text.unicodeScalars.drop(while: \.properties.isWhitespace))
    let pieces = text.words(at: " ")
    guard let word = pieces.lastIndex(where: { words.contains($0) }) else { return String(text) }
    return pieces[(word + 1)...].joined(separator: " ")
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar == "_"
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }
}
