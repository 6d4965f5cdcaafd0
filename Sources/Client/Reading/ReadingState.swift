import ReadingValues

/// The state of reading the open body, and of the events that are not published yet.
struct ReadingState: Sendable {
  /// The rows requested last, which an event contains again.
  struct Rows: Sendable {
    var view = DocumentView.tree
    var window = 0..<0
  }

  var rows = Rows()
  /// The row after the last step in each view.
  var steps: [DocumentView: Int] = [:]
  /// Whether anything was read that no event has reported.
  var hasEvents = false
  /// Whether the user stopped reading.
  var isStopped = false
  /// The reason why the rest of the body cannot be read.
  var problem: DocumentProblem?

  /// Allows reading again after a stop or a failure.
  mutating func resume() { (isStopped, problem) = (false, nil) }
}
