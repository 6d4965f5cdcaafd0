package import ClientDocuments
import ClientModel
import ReadingValues

/// The search in the rows of the body. The search also runs while the user types.
///
///     prompt opens ──typed──► search from the start position
///     search ──found──► hit shown, ──not found──► start position shown
///     hit or start position shown ──typed──► search, ──enter──► stays, ──esc──► start position
extension ResponseBody {
  /// The state of the search in the current tab, such as `3 of 17`. Nil if this tab was not
  /// searched.
  package var searchWords: String? {
    showsBody ? finding.words(in: view, at: pane.list.selected) : nil
  }

  /// The notice that the text in the search prompt was not found. Otherwise nil.
  package var seekingRemark: Notice? { finding.seeking?.isMissed == true ? notFound : nil }

  /// The reason why a search is not possible. Nil if it is possible.
  var searchObstacle: Notice? {
    if showsPicture {
      return .cannot(
        "Nothing to search.", "A picture contains no text.", "Its bytes are in the Raw tab.")
    }
    if showsBody && isOpen || tab == .view && rendered.view != nil { return nil }
    return .cannot("Nothing to search.", "Only the Tree and Raw tabs of a body are searched.")
  }

  /// The notice that the query was not found in the current tab.
  private var notFound: Notice {
    finding.notFound(
      isViewing
        ? "It is not in the displayed value."
        : showsRecord
          ? "It is not in this row; it may be in the table."
          : "It is not in the \(tab.title) tab.")
  }

  /// Searches for the text from the prompt.
  ///
  /// - Parameter modes: A query with the options of the search. Its text is not used.
  package mutating func find(_ text: String, as modes: SearchQuery = SearchQuery("")) -> [Effect] {
    finding.look(for: modes.other(text))
    return search(.forward, .withRow)
  }

  package mutating func findNext() -> [Effect] { search(.forward, .behindRow) }
  package mutating func findPrevious() -> [Effect] { search(.backward, .behindRow) }

  private mutating func search(
    _ direction: DocumentSearch.Direction, _ start: DocumentSearch.Start
  ) -> [Effect] {
    if let searchObstacle { return [.notify(searchObstacle)] }
    if tab == .view { return findInView(direction, start) ? [] : [.notify(notFound)] }
    guard !finding.query.text.isEmpty else {
      return [
        .notify(
          .cannot("Nothing to search for.", "No search text was entered.", "Find a text first."))
      ]
    }
    return [panes.step(.find(finding.begin(direction, start)), view)]
  }

  /// Searches the View tab. In a list that can be filtered, a new search only filters the list, and
  /// returns true. Any other search selects the next matching row. Returns false if there is none.
  private mutating func findInView(
    _ direction: DocumentSearch.Direction, _ start: DocumentSearch.Start
  ) -> Bool {
    guard !finding.query.text.isEmpty else { return true }
    if rendered.view?.operations == .filterable {
      if rendered.filter != finding.query { rendered.filter(finding.query) }
      if start == .withRow { return true }
    }
    return rendered.select(with: finding.marks, direction, start)
  }

  /// Handles an update of a search. Updates of older searches are ignored.
  mutating func takeHits(_ update: DocumentUpdate, _ number: Int) -> [Effect] {
    guard number == finding.number else { return [] }
    let takesRows = update.window != nil
    switch update.outcome {
    case .searching(let progress):
      finding.advanced(progress)
      if takesRows { panes.take(update) }
      return [panes.quietly(.continueSearch(number), update.view)]
    case .found(let way, let standing):
      panes.take(update)
      finding.found(way, standing, in: update.view, at: update.row ?? pane.list.selected)
      // While the user types, no notice is shown, because each letter starts a search that may
      // wrap.
      let isReported = way == .wrapped && finding.seeking == nil
      return loads() + counts(standing, update.view)
        + (isReported ? [.notify(BodyFinding.wrapped(standing))] : [])
    case .counted(let standing):
      finding.counted(standing)
      return counts(standing, update.view)
    case .notFound:
      let isReported = finding.missed()
      if takesRows { panes.take(update) }
      if finding.seeking != nil { return loads() }
      return isReported ? [.notify(notFound)] : []
    case .failed(let problem):
      finding.failed()
      return [.notify(Notice(problem))]
    case .done, .opened, .read, .copied, .used, .rendered, .compared, .topics, .nothing,
      .filter:
      return []
    }
  }

  private func counts(_ standing: MatchPosition, _ view: DocumentView) -> [Effect] {
    standing.extent == .counting ? [panes.quietly(.count(finding.number), view)] : []
  }

  // MARK: While the text is being typed

  /// Saves the state of the view. Called when the search prompt opens.
  mutating func beginFinding() {
    finding.beginSeeking(generation: panes.generation, pane, rendered)
  }

  /// Shows the first hit after the position at which the prompt opened. Each further letter starts
  /// a new search.
  mutating func typed(find text: String, as modes: SearchQuery) -> [Effect] {
    if let began = finding.seeking, began.generation != panes.generation { beginFinding() }
    guard let began = finding.seeking else { return [] }
    finding.typed(modes.other(text))
    if tab == .view {
      rendered = began.rendered
      if !text.isEmpty, searchObstacle != nil || !findInView(.forward, .withRow) {
        finding.typedMiss()
      }
      return []
    }
    guard !text.isEmpty else { return [panes.ask(.endSeek(began.origin), began.view)] }
    return [panes.quietly(.seek(finding.seek(), from: began.origin), began.view)]
  }

  /// Searches for the typed text again. Called when another body is shown, such as the stored body
  /// after the arriving one.
  mutating func seekAnew() -> [Effect] {
    guard finding.seeking?.hasSought == true, !finding.query.text.isEmpty, finding.hits == nil
    else {
      return []
    }
    return typed(find: finding.query.text, as: finding.query)
  }

  /// Clears the hits and repeats a running search. The hits are outdated because the body has
  /// grown.
  mutating func searchAnew() -> [Effect] {
    let wasSearching = finding.progress != nil && finding.seeking == nil
    finding.clear()
    return wasSearching
      ? [panes.quietly(.find(finding.begin(.forward, .withRow)), view)] : seekAnew()
  }

  /// Handles the accepted text of the search prompt. Hits that were found for this text are kept.
  mutating func accept(find text: String, as modes: SearchQuery) -> [Effect] {
    guard let began = finding.seeking else { return text.isEmpty ? [] : find(text, as: modes) }
    if text.isEmpty { return leaveFinding() }
    finding.endSeeking()
    guard began.hasSought, began.generation == panes.generation, finding.query == modes.other(text)
    else {
      return find(text, as: modes)
    }
    if began.isMissed { return [.notify(notFound)] }
    guard let hits = finding.hits, hits.direction == .wrapped else { return [] }
    return [.notify(BodyFinding.wrapped(hits.position))]
  }

  /// Handles the cancellation of the search prompt. Restores the position and the query from before
  /// the prompt opened.
  mutating func leaveFinding() -> [Effect] {
    guard let began = finding.seeking else { return [] }
    finding.endSeeking()
    guard began.hasSought else { return [] }
    finding.restore(began)
    guard began.generation == panes.generation else { return [] }
    finding.restore(hitsOf: began)
    if tab == .view {
      rendered = began.rendered
      return []
    }
    panes[began.view].restore(began.pane)
    return [panes.ask(.endSeek(began.origin), began.view)]
  }
}
