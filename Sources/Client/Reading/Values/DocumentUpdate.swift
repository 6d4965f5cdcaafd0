/// What the reader of a body publishes: the result of a request, or that more of the body has been read.
package struct DocumentUpdate: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    case done
    case opened(DocumentFacts)
    /// More of the body has been read.
    case read(DocumentFacts)
    /// Nothing was found in this step: ask to go on.
    case searching(SearchProgress)
    /// The selected row is the row of the hit.
    case found(Way, HitStanding)
    case notFound
    case counted(HitStanding)
    case copied(String, DocumentRequest.Part)
    case used(NodeUse, NodeUse.Purpose)
    case rendered(Rendering)
    case compared(Comparison)
    case topics(TopicTally)
    case filter(FilterUpdate)
    /// There is no such thing: no parent, no sibling, no key.
    case nothing(String)
    case failed(DocumentProblem)
  }

  /// How a search reached its hit.
  package enum Way: Hashable, Sendable { case straight, wrapped }

  package var generation: Int
  package var view: DocumentView
  package var outcome: Outcome
  package var window: RowWindow?
  /// Where the selection goes.
  package var row: Int?
  /// The column of a table that the hit stands in.
  package var column: Int?
  /// The row that was selected at the request, for an update that the user did not ask for: the selection moves
  /// by `row - origin`, also for a user who has moved on. Nil if the user requested the row.
  package var origin: Int?
  /// The progress of reading the body; nil when nothing is left to read.
  package var reading: ReadingProgress?
  /// True for the update of a step.
  package var isStep = false
  /// True for a progress event, which no request asked for.
  package var readsOn = false
  /// The number of the search it belongs to; nil if it belongs to none.
  package var search: Int?

  /// True if it neither changes nor contains rows.
  package var bringsNoRows: Bool {
    switch outcome {
    case .counted, .rendered, .compared, .topics: true
    case .filter(let update):
      switch update.standing {
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
