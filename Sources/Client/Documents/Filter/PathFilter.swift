/// A jq program that is only a way through the body, such as `.items[] | select(.k == "v") | .id`.
///
/// Such programs run on the body's own index, at any size, and give parts of the body byte for byte;
/// they mean exactly what jq 1.6 means by them.
package struct PathFilter: Hashable, Sendable {
  /// Whether a step that does not fit the value is an error.
  enum Fit: Hashable, Sendable {
    case demanded
    /// `?`: nothing comes of it.
    case optional
  }

  enum Step: Hashable, Sendable {
    /// `.key`; the decoded UTF-8 text.
    case field([UInt8], Fit)
    /// `.[3]`; negative from the end.
    case item(Int, Fit)
    /// `.[2:5]`; either end may be missing.
    case slice(Int?, Int?, Fit)
    /// `.[]`
    case each(Fit)
    /// Where `select(` begins: what comes in here is what may come out.
    case mark
    /// Where it ends.
    case test(Test)
  }

  enum Test: Hashable, Sendable {
    /// Neither `false` nor `null`.
    case isTrue
    case compare(Comparison, Literal)
  }

  enum Comparison: String, CaseIterable, Hashable, Sendable {
    // The longer ones first: they are read in this order.
    case equal = "=="
    case different = "!="
    case atMost = "<="
    case atLeast = ">="
    case less = "<"
    case more = ">"

    /// Whether it holds for values that stand in this order: below, at or above zero.
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
    case truth(Bool)
    case number(Double)
    case string([UInt8])
  }

  let steps: [Step]

  /// `.`: the body as it is.
  package var isIdentity: Bool { steps.isEmpty }

  init(steps: [Step]) { self.steps = steps }

  /// Reads a program; nil when it is more than a way, or no program at all.
  package init?(_ text: String) {
    var parser = PathFilterParser(text)
    guard let steps = parser.completeProgram() else { return nil }
    self.steps = steps
  }

  /// The longest way that a program begins with, and the rest of it behind a `|`; nil when it begins
  /// otherwise. jq gives the rest each result of the way, so the two may be run by different means.
  package static func split(_ text: String) -> (way: PathFilter, rest: String)? {
    var parser = PathFilterParser(text)
    guard let (steps, rest) = parser.beginning() else { return nil }
    return (PathFilter(steps: steps), rest)
  }
}
