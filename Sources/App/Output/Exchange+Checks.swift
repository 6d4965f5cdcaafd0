import ClientModel

extension Exchange {
  /// The results of the assertions on this attempt's response, without values from the response.
  var check: CheckTally? { attempt.result.flatMap { CheckTally($0.verdicts, .withheld) } }

  /// The text `1 of 3 assertions failed`, or nil if none failed.
  var failedChecks: String? { check.flatMap { $0.failed > 0 ? $0.text : nil } }
}
