import ClientModel

/// The Attempts tab: the attempts of the job; one of them can be selected to be shown.
struct AttemptTab: LineTab {
  let rows: [Attempt]

  func text(of row: Attempt) -> String? { row.displayURL }

  /// Why no attempt can be selected; nil when one can.
  var obstacle: Notice? {
    rows.isEmpty ? .cannot("Nothing to choose.", "There was no attempt yet.") : nil
  }
}
