import ClientModel

/// What a job's last response came to by the assertions of its request, in `--format json`.
struct CheckRecord: Encodable {
  var held: Int
  var failed: Int
  /// The first that failed; what was found instead is left out where the response is sealed.
  var first: String?

  init(_ tally: CheckTally) {
    held = tally.held
    failed = tally.failed
    first = tally.first
  }
}

/// One assertion with its verdict, in `--format json`.
struct AssertionRecord: Encodable {
  var assertion: String
  /// `held`, `failed` or `unchecked`.
  var end: String
  /// What there was instead, cut short.
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
