package import ClientModel

/// The Checks tab: the results of the request's assertions in the selected attempt.
package struct CheckTab: LineTab {
  package let verdicts: [AssertionVerdict]

  init(_ exchange: ShownExchange) { verdicts = exchange.attempt?.result?.verdicts ?? [] }

  var rows: [AssertionVerdict] { verdicts }

  /// The numbers of passed and failed assertions, or nil if nothing was checked.
  package var tally: CheckTally? { CheckTally(verdicts, .shown) }

  func text(of row: AssertionVerdict) -> String? { row.text }
}
