import ClientModel

extension Exchange {
  /// What its own response came to by assertions, without what stood in it.
  var check: CheckTally? { attempt.result.flatMap { CheckTally($0.verdicts, .withheld) } }

  /// `1 of 3 assertions failed`; nil where none did.
  var failedChecks: String? { check.flatMap { $0.failed > 0 ? $0.words : nil } }
}
