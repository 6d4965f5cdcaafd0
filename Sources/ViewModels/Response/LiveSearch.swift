import ClientDocuments
import ReadingValues

/// The state of the response panel when the search prompt opened.
struct LiveSearch: Equatable, Sendable {
  let origin: SeekOrigin
  let generation: Int
  let pane: DocumentPane
  let query: SearchQuery
  let hits: BodyFinding.Hits?
  let rendered: ViewPane
  /// Whether the user has typed anything.
  var hasSought = false
  /// Whether the last typed text was not found.
  var isMissed = false

  var view: DocumentView { pane.view }
}
