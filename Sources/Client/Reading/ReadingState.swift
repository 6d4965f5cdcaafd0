import ReadingValues

/// How far the reading of the open body may go, and what is to be published of it.
struct ReadingState: Sendable {
  /// The rows that were requested last: an event brings the same ones.
  struct Rows: Sendable {
    var view = DocumentView.tree
    var window = 0..<0
  }

  var rows = Rows()
  /// Whether something was read that no event has reported.
  var hasEvents = false
  /// True when the user stopped the reading.
  var isStopped = false
  /// Why the rest of the body cannot be read.
  var problem: DocumentProblem?

  /// Reads on, also after a failure.
  mutating func resume() { (isStopped, problem) = (false, nil) }
}
