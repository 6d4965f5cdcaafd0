/// An update from the reader of a body: the result of a request, or the progress of reading.
package struct DocumentUpdate: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    case done
    case opened(DocumentFacts)
    /// More of the body has been read.
    case read(DocumentFacts)
    /// This step found nothing. Request the next step.
    case searching(SearchProgress)
    /// The selected row is the row of the match.
    case found(Direction, MatchPosition)
    case notFound
    case counted(MatchPosition)
    case copied(String, DocumentRequest.Part)
    case used(NodeUse, NodeUse.Purpose)
    case rendered(Rendering)
    case compared(Comparison)
    case topics(TopicCounts)
    case filter(FilterUpdate)
    /// The requested item does not exist, such as a parent, a sibling or a key.
    case nothing(String)
    case failed(DocumentProblem)
  }

  /// The part of the body in which a match was found: between the search's start and the end of the
  /// body, or after the search continued at the other end.
  package enum Direction: Hashable, Sendable { case straight, wrapped }

  package var generation: Int
  package var view: DocumentView
  package var outcome: Outcome
  package var window: RowWindow?
  /// The new row of the selection.
  package var row: Int?
  /// The column of a table that contains the match, or nil.
  package var column: Int?
  /// For an update that the user did not request, the row that was selected when the program
  /// requested it. The selection moves by `row - origin`, even if the user has since moved the
  /// selection. Nil if the user requested the update.
  package var origin: Int?
  /// The progress of reading the body, or nil if everything is read.
  package var reading: ReadingProgress?
  /// Whether this is the update of a step.
  package var isStep = false
  /// Whether this is a progress event, which no request caused.
  package var isProgress = false
  /// The number of the search that the update belongs to, or nil if there is none.
  package var search: Int?

  /// Whether the update neither changes nor contains rows.
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
