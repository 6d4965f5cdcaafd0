import TestSupport

/// How much a row does.
enum Scale {
  /// As much as its bars are for.
  case full
  /// As little as shows that what it measures takes place: `--check`.
  case small

  /// A number for each.
  func callAsFunction<Value>(_ full: Value, small: Value) -> Value {
    switch self {
    case .full: full
    case .small: small
    }
  }
}

/// What shows that a row measured what it says.
enum Evidence {
  /// - Throws: When it did not take place; the figure beside it means nothing then.
  static func require(
    _ tookPlace: Bool, _ what: String, why: @autoclosure () -> String = ""
  ) throws(RigError) {
    guard tookPlace else { throw RigError("\(what) did not take place.", why: why()) }
  }

  /// All keys but a few must have moved what they move.
  static func require(_ answered: Int, of keys: Int, _ what: String) throws(RigError) {
    try require(answered * 10 >= keys * 9, what, why: "\(answered) of \(keys) keys did it.")
  }
}

extension Int {
  /// With commas, as Weir writes numbers.
  var grouped: String {
    let digits = String(self)
    let groups = stride(from: digits.count, to: 0, by: -3).map { end in
      String(digits.dropFirst(Swift.max(0, end - 3)).prefix(Swift.min(3, end)))
    }
    return groups.reversed().joined(separator: ",")
  }
}
