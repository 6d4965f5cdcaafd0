/// What became of one assertion at one answer.
public struct AssertionVerdict: Hashable, Sendable {
  /// The result of the check.
  public enum End: Hashable, Sendable {
    /// The assertion holds.
    case held
    /// With what there was instead, cut short; from outside, so not safe to draw as it is.
    case failed(got: String)
    /// It counts as failed; why, in one sentence.
    case unchecked(why: String)
  }

  /// The assertion's text.
  public var assertion: String
  /// The result of the check.
  public var end: End

  /// Creates the verdict on the assertion with this text.
  public init(_ assertion: String, _ end: End) {
    self.assertion = assertion
    self.end = end
  }

  /// True when the assertion holds.
  public var holds: Bool { end == .held }

  /// The longest text that is kept of what was there instead.
  public static let longestFinding = 80

  /// `status 2xx: got 404`; the assertion's own text says what was expected.
  public var words: String {
    switch end {
    case .held: assertion
    case .failed(let got): "\(assertion): got \(got)"
    case .unchecked(let why): "\(assertion): not checked, \(why)"
    }
  }
}

/// What lists tell of the assertions that a job's last answer was checked by.
public struct CheckTally: Hashable, Sendable {
  /// How many assertions hold.
  public var held: Int
  /// How many assertions do not hold or could not be checked.
  public var failed: Int
  /// The words of the first that failed; without what was found where that must be sealed.
  public var first: String?

  /// Creates a tally.
  public init(held: Int, failed: Int, first: String? = nil) {
    self.held = held
    self.failed = failed
    self.first = first
  }

  /// How much of an answer may stand in the open.
  public enum Findings: Hashable, Sendable {
    /// What was found in the response is included.
    case told
    /// What was found in the response is left out, because it may be secret.
    case withheld
  }

  /// Nil where nothing was checked.
  public init?(_ verdicts: [AssertionVerdict], _ findings: Findings) {
    guard !verdicts.isEmpty else { return nil }
    let failed = verdicts.filter { !$0.holds }
    self.init(
      held: verdicts.count - failed.count, failed: failed.count,
      first: failed.first.map { findings == .told ? $0.words : $0.assertion })
  }

  /// `1 of 3 assertions failed`, or `3 assertions hold`.
  public var words: String {
    let all = held + failed
    let noun = all == 1 ? "assertion" : "assertions"
    return failed > 0
      ? "\(failed) of \(all) \(noun) failed" : "\(all) \(noun) \(all == 1 ? "holds" : "hold")"
  }
}
