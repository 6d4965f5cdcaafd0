/// The result of one assertion for one response.
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

  /// The maximum length of the stored text of a finding, in characters.
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

/// How many assertions held for the last response to a job.
public struct CheckTally: Hashable, Sendable {
  /// How many assertions hold.
  public var held: Int
  /// How many assertions do not hold or could not be checked.
  public var failed: Int
  /// The words of the first assertion that does not hold; without the finding when that must be
  /// sealed.
  public var first: String?

  /// Creates a tally.
  public init(held: Int, failed: Int, first: String? = nil) {
    self.held = held
    self.failed = failed
    self.first = first
  }

  /// Whether the tally may contain parts of the response.
  public enum Findings: Hashable, Sendable {
    /// What was found in the response is included.
    case shown
    /// What was found in the response is left out, because it may be secret.
    case withheld
  }

  /// Nil where nothing was checked.
  public init?(_ verdicts: [AssertionVerdict], _ findings: Findings) {
    guard !verdicts.isEmpty else { return nil }
    let failed = verdicts.filter { !$0.holds }
    self.init(
      held: verdicts.count - failed.count, failed: failed.count,
      first: failed.first.map { findings == .shown ? $0.words : $0.assertion })
  }

  /// `1 of 3 assertions failed`, or `3 assertions hold`.
  public var words: String {
    let all = held + failed
    let noun = all == 1 ? "assertion" : "assertions"
    return failed > 0
      ? "\(failed) of \(all) \(noun) failed" : "\(all) \(noun) \(all == 1 ? "holds" : "hold")"
  }
}
