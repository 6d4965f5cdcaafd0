import ClientModel

/// The results of the request's assertions on a job's last response, in `--format json`.
struct CheckRecord: Encodable {
  var held: Int
  var failed: Int
  /// The first failed assertion. The value found is left out if the response is sealed.
  var first: String?

  init(_ tally: CheckTally) {
    held = tally.held
    failed = tally.failed
    first = tally.first
  }
}

/// One assertion and its result, in `--format json`.
struct AssertionRecord: Encodable {
  var assertion: String
  /// The result: `held`, `failed` or `unchecked`.
  var end: String
  /// The value that was found instead of the expected one, truncated.
  var got: String?
  var why: String?

  init(_ verdict: AssertionVerdict) {
    assertion = verdict.assertion
    switch verdict.end {
    case .held: end = "held"
    case .failed(let found): (end, got) = ("failed", found)
    case .unchecked(let reason): (end, why) = ("unchecked", reason)
    }
  }
}
