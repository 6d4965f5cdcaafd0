import ReadingValues

/// Whether reading the open body may continue, and what has not been published yet.
struct ReadingState: Sendable {
  /// The rows that were requested last: an event brings the same ones.
  struct Rows: Sendable {
    var view = DocumentView.tree
    var window = 0..<0
  }

  var rows = Rows()
  /// The row that the last step in each view led to.
  var steps: [DocumentView: Int] = [:]
  /// Whether something was read that no event has reported.
  var hasEvents = false
  /// True when the user stopped the reading.
  var isStopped = false
  /// Why the rest of the body cannot be read.
  var problem: DocumentProblem?

  /// Allows reading again after a stop or a failure.
  mutating func resume() { (isStopped, problem) = (false, nil) }
}
