import ClientDocuments
import ClientModel

/// Finding while the text is being typed.
///
///     prompt opens ──typed──► from where that began ──found──► on show ──enter──► stays
///                                    ▲   └──not found──► where it began   └──esc──► where it began
///                                    └────────────── typed ──────────────┘
extension ResponseModel {
  /// What was on show when finding began.
  struct Seeking: Equatable, Sendable {
    let origin: SeekOrigin
    let generation: Int
    let view: DocumentView
    let pane: DocumentPane
    let query: SearchQuery
    let hits: Hits?
    let rendered: ViewPane
    let list: ScrolledList
    /// Whether anything was typed yet.
    var hasSought = false
    /// Whether what was typed last is not there.
    var isMissed = false
  }

  /// The prompt for what is to be found opens.
  mutating func beginFinding() {
    seeking = Seeking(
      origin: SeekOrigin(number: searchNumber + 1, row: pane.list.selected),
      generation: generation, view: view, pane: pane, query: query, hits: hits,
      rendered: rendered, list: list(of: .view))
  }

  /// What is said of the text that is being typed; nil while there is nothing to say.
  package var seekingRemark: Notice? { seeking?.isMissed == true ? notFound : nil }

  /// Shows the first hit from where finding began. What is asked for here is dropped by the next letter.
  mutating func typed(find text: String, as modes: SearchQuery) -> [Effect] {
    guard let began = seeking, began.generation == generation else { return [] }
    seeking?.hasSought = true
    seeking?.isMissed = false
    forgetHits()
    query = modes.other(text)
    if tab == .view {
      putBackView(began)
      guard !text.isEmpty else { return [] }
      let remarks = findInView(.forward, .withRow)
      seeking?.isMissed = !remarks.isEmpty
      return []
    }
    guard !text.isEmpty else { return [ask(.endSeek(began.origin), began.view)] }
    hunting = SearchProgress(done: 0, whole: 0)
    let search = DocumentSearch(query, .forward, .withRow, number: searchNumber)
    return [request(.seek(search, from: began.origin), began.view)]
  }

  /// The prompt was accepted: what was found stays.
  mutating func accept(find text: String, as modes: SearchQuery) -> [Effect] {
    guard let began = seeking else { return text.isEmpty ? [] : find(text, as: modes) }
    if text.isEmpty { return leaveFinding() }
    seeking = nil
    guard began.hasSought, began.generation == generation, query == modes.other(text) else {
      return find(text, as: modes)
    }
    if began.isMissed { return [.notify(notFound)] }
    guard let hits, hits.way == .wrapped else { return [] }
    return [.notify(wrapped(hits.standing))]
  }

  /// The prompt was left: where finding began shows again, and what was looked for before is marked.
  mutating func leaveFinding() -> [Effect] {
    guard let began = seeking else { return [] }
    seeking = nil
    guard began.hasSought else { return [] }
    forgetHits()
    query = began.query
    guard began.generation == generation else { return [] }
    hits = began.hits
    // Nobody goes on with its count.
    if hits?.standing.extent == .counting { hits?.standing.extent = .atLeast }
    if tab == .view {
      putBackView(began)
      return []
    }
    panes[began.view]?.putBack(began.pane)
    return [ask(.endSeek(began.origin), began.view)]
  }

  private mutating func putBackView(_ began: Seeking) {
    rendered = began.rendered
    lists[.view] = began.list
  }
}
