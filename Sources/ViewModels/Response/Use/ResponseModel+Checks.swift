package import ClientModel

/// The Checks tab: what the assertions of the request came to at the try on show.
extension ResponseModel {
  package var verdicts: [AssertionVerdict] { attempt?.result?.verdicts ?? [] }

  /// What lists tell of them; nil where nothing was checked.
  package var check: CheckTally? { CheckTally(verdicts, .told) }

  /// Who was looking at the checks sees those of the next run; where there are none, the tree.
  mutating func keepChecks() {
    if tab == .checks, verdicts.isEmpty { tab = .tree }
    if wishedTab == .checks, !verdicts.isEmpty { tab = .checks }
  }
}
