/// Failures that follow from a complete response, which is stored and displayed like any other.
extension Failure {
  /// Creates the failure of a job whose response has this status. Returns nil if the status is
  /// below 400, or if an assertion checks the status.
  ///
  /// The sentence contains the registered phrase instead of the server's, because job states are
  /// stored unsealed and printed unchanged.
  ///
  /// - Parameter assertions: The assertions of the request. If one of them checks the status, it
  ///   decides whether the job fails.
  package init?(status: Int, assertions: [Assertion]) {
    guard status >= 400, !assertions.contains(where: \.isOnStatus) else { return nil }
    let words = [String(status), StatusPhrase.standard(status)].compactMap(\.self)
    self.init(
      .errorStatus, what: "The response is \(words.joined(separator: " ")).",
      why: "A status of 400 or more fails a job unless it is expected.",
      whatToDo: "Read the response, then retry the job. To expect the status, write an assertion "
        + "such as `status \(status)`, or an outcome rule for the gateway.")
  }

  /// Creates the failure of a job with these results of its assertions. Returns nil if all
  /// assertions hold.
  ///
  /// The values that were found in the response are omitted, because they may be secret, and job
  /// states are stored unsealed.
  package init?(_ verdicts: [AssertionVerdict]) {
    let failed = verdicts.filter { !$0.holds }
    guard let first = failed.first, let tally = CheckTally(verdicts, .withheld) else { return nil }
    self.init(
      .assertion, what: "\(tally.text).", why: "The first is `\(first.assertion)`.",
      whatToDo: "Compare the response with it, then correct the request or the assertion.")
  }

  /// Whether the response itself shows the failure. A separate message would then only repeat it.
  package var isStatedByResponse: Bool { kind == .errorStatus || kind == .assertion }
}
