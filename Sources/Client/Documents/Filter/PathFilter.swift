/// A jq program that only selects values by a path, such as `.items[] | select(.k == "v") | .id`.
///
/// The program is evaluated on the index of a body of any size. The results have the same values as
/// in jq 1.6, and are copied from the body unchanged.
package struct PathFilter: Hashable, Sendable {
  /// The effect of a step on a value of the wrong type: an error, or no result.
  enum Fit: Hashable, Sendable {
    case demanded
    /// `?`: no result.
    case optional
  }

  enum Step: Hashable, Sendable {
    /// `.key` as decoded UTF-8 text.
    case field([UInt8], Fit)
    /// `.[3]`. A negative index is relative to the end.
    case item(Int, Fit)
    /// `.[2:5]`. Either bound may be missing.
    case slice(Int?, Int?, Fit)
    /// `.[]`
    case each(Fit)
    /// The start of `select(…)`, whose result is the value at this step if the test passes.
    case mark
    /// The end of `select(…)`.
    case test(Test)
  }

  enum Test: Hashable, Sendable {
    /// The value must be neither `false` nor `null`.
    case isTrue
    case compare(Comparison, Literal)
  }

  enum Comparison: String, CaseIterable, Hashable, Sendable {
    // The parser tries the operators in this order, so longer ones are first.
    case equal = "=="
    case different = "!="
    case atMost = "<="
    case atLeast = ">="
    case less = "<"
    case more = ">"

    /// Returns whether the operator is true for two values whose comparison is negative, zero or
    /// positive.
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

  /// Whether the program is `.`, which does not change the body.
  package var isIdentity: Bool { steps.isEmpty }

  init(steps: [Step]) { self.steps = steps }

  /// Parses a program. Returns nil if it is not a path.
  package init?(_ text: String) {
    var parser = PathFilterParser(text)
    guard let steps = parser.completeProgram() else { return nil }
    self.steps = steps
  }

  /// Splits a program after the longest path at its start, or returns nil if it does not begin with
  /// a path and a `|`.
  ///
  /// Each result of the path is an input of the remaining program, which jq can run separately.
  package static func split(_ text: String) -> (way: PathFilter, rest: String)? {
    var parser = PathFilterParser(text)
    guard let (steps, rest) = parser.beginning() else { return nil }
    return (PathFilter(steps: steps), rest)
  }
}
