package import ClientModel

/// The Checks tab, which lists the assertion results of the selected attempt.
package struct CheckTab: LineTab {
  package let verdicts: [AssertionVerdict]

  init(_ exchange: ShownExchange) { verdicts = exchange.attempt?.result?.verdicts ?? [] }

  var rows: [AssertionVerdict] { verdicts }

  /// The numbers of passed and failed assertions. Nil if nothing was checked.
  package var tally: CheckTally? { CheckTally(verdicts, .shown) }

  func text(of row: AssertionVerdict) -> String? { row.text }
}
