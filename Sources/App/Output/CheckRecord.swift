import ClientModel

/// The results of the request's assertions on a job's last response, in `--format json`.
///
/// If the response is sealed, the values that were found are omitted.
struct CheckRecord: JSONRecord {
  private let tally: CheckTally

  init(_ tally: CheckTally) { self.tally = tally }

  static let table = JSONTable<CheckRecord>(
    "check", "The numbers of assertions that held and failed.",
    [
      .always("held", .integer, "The number of assertions that held.") { $0.tally.held },
      .always("failed", .integer, "The number of assertions that failed.") { $0.tally.failed },
      .sometimes("first", .text, "The first assertion that failed.") { $0.tally.first },
    ])
}

/// One assertion and its result, in `--format json`.
struct AssertionRecord: JSONRecord {
  private let assertion: String
  private var end: String
  private var got: String?
  private var why: String?

  init(_ verdict: AssertionVerdict) {
    assertion = verdict.assertion
    switch verdict.end {
    case .held: end = "held"
    case .failed(let found): (end, got) = ("failed", found)
    case .unchecked(let reason): (end, why) = ("unchecked", reason)
    }
  }

  static let table = JSONTable<AssertionRecord>(
    "assertion", "One assertion with its result.",
    [
      .always("assertion", .text, "The assertion as written.") { $0.assertion },
      .always("end", .word(["held", "failed", "unchecked"]), "The result.") { $0.end },
      .sometimes("got", .text, "The value in the response, if the assertion failed.") { $0.got },
      .sometimes("why", .text, "The reason why it was not checked.") { $0.why },
    ])
}
