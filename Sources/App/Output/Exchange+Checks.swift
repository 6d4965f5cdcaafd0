import ClientModel

extension Exchange {
  /// The results of the assertions on this attempt's response. Values from the response are left
  /// out.
  var check: CheckTally? { attempt.result.flatMap { CheckTally($0.verdicts, .withheld) } }

  /// The text `1 of 3 assertions failed`. It is nil if no assertion failed.
  var failedChecks: String? { check.flatMap { $0.failed > 0 ? $0.text : nil } }
}
