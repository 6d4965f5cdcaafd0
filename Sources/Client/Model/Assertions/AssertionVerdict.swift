/// The result of checking one assertion for one response.
public struct AssertionVerdict: Hashable, Sendable {
  /// The result of the check.
  public enum End: Hashable, Sendable {
    /// The assertion holds.
    case held
    /// The assertion does not hold. `got` is the value found, shortened. It may contain control
    /// characters from the response.
    case failed(got: String)
    /// The assertion could not be evaluated. `why` states the reason. The assertion counts as
    /// failed.
    case unchecked(why: String)
  }

  /// The text of the assertion.
  public var assertion: String
  /// The result of the check.
  public var end: End

  /// Creates the result for the assertion with this text.
  public init(_ assertion: String, _ end: End) {
    self.assertion = assertion
    self.end = end
  }

  /// Whether the assertion holds.
  public var holds: Bool { end == .held }

  /// The maximum length of a stored value in characters. A longer value is shortened.
  public static let longestFinding = 80

  /// The result in one line, such as `status 2xx: got 404`. The assertion's text shows the expected
  /// value.
  public var text: String {
    switch end {
    case .held: assertion
    case .failed(let got): "\(assertion): got \(got)"
    case .unchecked(let why): "\(assertion): not checked, \(why)"
    }
  }
}

/// The number of assertions that hold and that fail for a job's last response.
public struct CheckTally: Hashable, Sendable {
  /// The number of assertions that hold.
  public var held: Int
  /// The number of assertions that do not hold or could not be evaluated.
  public var failed: Int
  /// The text of the first assertion that failed, or nil if all hold. It includes the value found,
  /// unless that value may be secret.
  public var first: String?

  /// Creates a tally.
  public init(held: Int, failed: Int, first: String? = nil) {
    self.held = held
    self.failed = failed
    self.first = first
  }

  /// Whether a tally includes values from the response.
  public enum Findings: Hashable, Sendable {
    /// Values from the response are included.
    case shown
    /// Values from the response are omitted, because they may be secret.
    case withheld
  }

  /// Counts the results. Returns nil if there are none.
  public init?(_ verdicts: [AssertionVerdict], _ findings: Findings) {
    guard !verdicts.isEmpty else { return nil }
    let failed = verdicts.filter { !$0.holds }
    self.init(
      held: verdicts.count - failed.count, failed: failed.count,
      first: failed.first.map { findings == .shown ? $0.text : $0.assertion })
  }

  /// The tally in one line: `1 of 3 assertions failed`, or `3 assertions hold`.
  public var text: String {
    let all = held + failed
    let noun = all == 1 ? "assertion" : "assertions"
    return failed > 0
      ? "\(failed) of \(all) \(noun) failed" : "\(all) \(noun) \(all == 1 ? "holds" : "hold")"
  }
}
