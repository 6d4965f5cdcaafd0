/// Failures that a complete response causes. Such a response is still stored and displayed
/// normally.
extension Failure {
  /// Creates the failure for an error status. Returns nil if the status is below 400 or if an
  /// assertion checks the status.
  ///
  /// The sentence contains the registered phrase instead of the server's phrase, because job states
  /// are stored unsealed and printed unchanged.
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

  /// Creates the failure for assertions that do not hold. Returns nil if all assertions hold.
  ///
  /// The sentences omit values from the response, because these may be secret and job states are
  /// stored unsealed.
  package init?(_ verdicts: [AssertionVerdict]) {
    let failed = verdicts.filter { !$0.holds }
    guard let first = failed.first, let tally = CheckTally(verdicts, .withheld) else { return nil }
    self.init(
      .assertion, what: "\(tally.text).", why: "The first is `\(first.assertion)`.",
      whatToDo: "Compare the response with it, then correct the request or the assertion.")
  }

  /// Whether the displayed response already shows the failure. A separate message would be
  /// redundant.
  package var isStatedByResponse: Bool { kind == .errorStatus || kind == .assertion }
}
