package import ClientDocuments

/// Where the filtering of one response stands.
///
///     whole ──begin──► typed … ──► shown ──back──► whole
///                        └─leave─► what was on show before
package struct FilterState: Equatable, Sendable {
  /// What is on show; nil for the whole body.
  package var shown: ShownFilter?
  /// The program that is being worked at, and how far it is.
  package var asked: String?
  /// The program that shall be on show in the end; empty for the whole body.
  var wanted = ""
  package var progress: SearchProgress?
  /// Why what was typed last is not on show.
  package var problem: String?
  /// Keys for the end of what was typed last, and that text.
  package var completion: KeyCompletion?
  package var completed = ""
  var number = 0
  /// The generation that was promised to the last program.
  var generation = 0
  /// What was on show when the prompt was opened; nil while it is closed.
  var before: String?
  /// What was on show before the program that was accepted last; nil once that shows.
  var fallback: String?
  /// How soon jq shall run for what was asked.
  var pace = FilterRun.Pace.atOnce
  /// What was on show before the body changed; it is put on again once the body is read.
  var lost: String?
  /// Whether the program of the saved request was tried on this body.
  var hasTriedSaved = false

  package init() {}

  /// True while a program is being worked at.
  package var isWorking: Bool { asked != nil }
}
