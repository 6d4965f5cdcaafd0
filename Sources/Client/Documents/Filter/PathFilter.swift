/// A jq program that only selects values by a path, such as `.items[] | select(.k == "v") | .id`.
///
/// Such a program runs on the body's index, regardless of the body's size. The results are the same
/// bytes as in the body, and the same values as those of jq 1.6.
package struct PathFilter: Hashable, Sendable {
  /// The result of a step for a value of the wrong type: an error, or no result.
  enum Fit: Hashable, Sendable {
    case demanded
    /// `?`: there is no result.
    case optional
  }

  enum Step: Hashable, Sendable {
    /// `.key`; the decoded UTF-8 text.
    case field([UInt8], Fit)
    /// `.[3]`; a negative index counts from the end.
    case item(Int, Fit)
    /// `.[2:5]`; either end may be missing.
    case slice(Int?, Int?, Fit)
    /// `.[]`
    case each(Fit)
    /// The start of `select(…)`. The value at this step is the result if the test passes.
    case mark
    /// The end of `select(…)`.
    case test(Test)
  }

  enum Test: Hashable, Sendable {
    /// The value is neither `false` nor `null`.
    case isTrue
    case compare(Comparison, Literal)
  }

  enum Comparison: String, CaseIterable, Hashable, Sendable {
    // Longer operators come first because the parser tries them in this order.
    case equal = "=="
    case different = "!="
    case atMost = "<="
    case atLeast = ">="
    case less = "<"
    case more = ">"

    /// Returns whether the comparison is true for two values.
    func holds(_ order: Int) -> Bool {
      switch self {
      case .equal: order == 0
      case .different: order != 0
      case .atMost: order <= 0
      case .atLeast: order >= 0
      case .less: order < 0
      case .more: order > 0
      }
    }
  }

  enum Literal: Hashable, Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case string([UInt8])
  }

  let steps: [Step]

  /// Whether the program is `.`, which returns the body unchanged.
  package var isIdentity: Bool { steps.isEmpty }

  init(steps: [Step]) { self.steps = steps }

  /// Parses a program. Returns nil if the program is invalid or more than a path.
  package init?(_ text: String) {
    var parser = PathFilterParser(text)
    guard let steps = parser.completeProgram() else { return nil }
    self.steps = steps
  }

  /// Returns the longest path at the start of a program, and the rest of the program after the `|`.
  /// Returns nil if the program does not begin with a path and a `|`. Each result of the path is an
  /// input of the rest, so jq can run the rest alone.
  package static func split(_ text: String) -> (way: PathFilter, rest: String)? {
    var parser = PathFilterParser(text)
    guard let (steps, rest) = parser.beginning() else { return nil }
    return (PathFilter(steps: steps), rest)
  }
}
