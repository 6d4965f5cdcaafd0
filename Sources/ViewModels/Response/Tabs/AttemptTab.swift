import ClientModel

/// The Attempts tab: the attempts of the job. The user can select the attempt to show.
struct AttemptTab: LineTab {
  let rows: [Attempt]

  func text(of row: Attempt) -> String? { row.displayURL }

  /// The reason why no attempt can be selected, or nil if one can.
  var obstacle: Notice? {
    rows.isEmpty ? .cannot("Nothing to choose.", "There was no attempt yet.") : nil
  }
}
