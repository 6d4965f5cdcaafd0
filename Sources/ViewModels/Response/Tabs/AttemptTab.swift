import ClientModel

/// The Attempts tab, which lists the attempts of the job. The user can select an attempt to show.
struct AttemptTab: LineTab {
  let rows: [Attempt]

  func text(of row: Attempt) -> String? { row.displayURL }

  /// The reason why no attempt can be selected. Nil if there is an attempt.
  var obstacle: Notice? {
    rows.isEmpty ? .cannot("Nothing to choose.", "There was no attempt yet.") : nil
  }
}
