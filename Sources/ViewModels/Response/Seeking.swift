import ClientDocuments
import ReadingValues

/// What was on show when the search prompt was opened.
struct Seeking: Equatable, Sendable {
  let origin: SeekOrigin
  let generation: Int
  let pane: DocumentPane
  let query: SearchQuery
  let hits: BodyFinding.Hits?
  let rendered: ViewPane
  let list: ScrolledList
  /// Whether anything was typed yet.
  var hasSought = false
  /// Whether what was typed last was not found.
  var isMissed = false

  var view: DocumentView { pane.view }
}
