/// An update from a body's reader: the result of a request, or the progress of reading.
package struct DocumentUpdate: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    case done
    case opened(DocumentFacts)
    /// More of the body has been read.
    case read(DocumentFacts)
    /// This step found no match. The receiver must request the next step.
    case searching(SearchProgress)
    /// The selected row contains the match.
    case found(Direction, MatchPosition)
    case notFound
    case counted(MatchPosition)
    case copied(String, DocumentRequest.Part)
    case used(NodeUse, NodeUse.Purpose)
    case rendered(Rendering)
    case compared(Comparison)
    case topics(TopicCounts)
    case filter(FilterUpdate)
    /// The requested item, such as a parent, sibling or key, does not exist.
    case nothing(String)
    case failed(DocumentProblem)
  }

  /// The course of a search to its match: `straight`, or `wrapped` around the end of the body.
  package enum Direction: Hashable, Sendable { case straight, wrapped }

  package var generation: Int
  package var view: DocumentView
  package var outcome: Outcome
  package var window: RowWindow?
  /// The new selected row.
  package var row: Int?
  /// The table column that contains the match or, in lines of text, the number of columns before
  /// the match. Nil for other rows.
  package var column: Int?
  /// The row that was selected when the program requested this update, or nil if the user requested
  /// it.
  ///
  /// The selection must move by `row - origin`, because the user may have moved it since.
  package var origin: Int?
  /// The progress of reading, or nil if all received bytes have been read.
  package var reading: ReadingProgress?
  /// Whether this update is the result of a step.
  package var isStep = false
  /// Whether this is a progress event, which is not caused by a request.
  package var isProgress = false
  /// The number of the search that caused this update, or nil.
  package var search: Int?

  /// Whether the update contains no rows and leaves the displayed rows unchanged.
  package var bringsNoRows: Bool {
    switch outcome {
    case .counted, .rendered, .compared, .topics: true
    case .filter(let update):
      switch update.state {
      case .shown, .unfiltered: false
      case .walking, .program, .refused, .keys: true
      }
    default: search != nil && row == nil
    }
  }

  package init(
    generation: Int, view: DocumentView, outcome: Outcome = .done, window: RowWindow? = nil,
    row: Int? = nil
  ) {
    self.generation = generation
    self.view = view
    self.outcome = outcome
    self.window = window
    self.row = row
  }
}
