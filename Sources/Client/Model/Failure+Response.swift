/// Failures that follow from a complete response, which is stored and shown like any other.
extension Failure {
  /// Why a response with this status fails its job; nil if the status is below 400, or if an assertion
  /// decides on it.
  ///
  /// The sentence contains the registered phrase, not the server's: job states are stored unsealed and
  /// printed as they are.
  ///
  /// - Parameter assertions: Those of the request. If one of them is on the status, it decides.
  package init?(status: Int, assertions: [Assertion]) {
    guard status >= 400, !assertions.contains(where: \.isOnStatus) else { return nil }
    let words = [String(status), StatusPhrase.standard(status)].compactMap(\.self)
    self.init(
      .errorStatus, what: "The response is \(words.joined(separator: " ")).",
      why: "A status of 400 or more fails a job unless it is expected.",
      whatToDo: "Read the response, then retry the job. To expect the status, write an assertion "
        + "such as `status \(status)`, or an outcome rule for the gateway.")
  }

  /// Why a job fails with these results of its assertions; nil if all assertions hold.
  ///
  /// What was found in the response is left out: it may be a secret, and job states are stored unsealed.
  package init?(_ verdicts: [AssertionVerdict]) {
    let failed = verdicts.filter { !$0.holds }
    guard let first = failed.first, let tally = CheckTally(verdicts, .withheld) else { return nil }
    self.init(
      .assertion, what: "\(tally.words).", why: "The first is `\(first.assertion)`.",
      whatToDo: "Read what the response has instead, then correct the request or the assertion.")
  }

  /// True if the response alone shows the failure: a message beside the response would only repeat it.
  package var isStatedByResponse: Bool { kind == .errorStatus || kind == .assertion }
}
