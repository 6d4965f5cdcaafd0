package import ClientDocuments

/// Finding in the body: a search that goes on in steps, and the count of its hits.
extension ResponseModel {
  /// Where the hits stand, and what was on show when they were found.
  package struct Hits: Equatable, Sendable {
    package internal(set) var standing: HitStanding
    let way: DocumentNews.Way
    let view: DocumentView
    let row: Int
  }

  /// True while a search goes on, or its hits are being counted.
  package var isSearching: Bool { hunting != nil || hits?.standing.extent == .counting }

  /// What is told of the search while its tab is on show: `3 of 17`; nil without one.
  package var searchWords: String? {
    guard showsBody else { return nil }
    if let hunting { return "searching, \(hunting.percent)%" }
    guard let hits, hits.view == view else { return nil }
    let standing = hits.standing
    let count = "\(standing.count)\(standing.extent == .whole ? "" : "+")"
    // Away from the hit its number would be that of another row.
    if let position = standing.position, pane.list.selected == hits.row {
      return "\(position) of \(count)"
    }
    return standing.count == 0 ? "counting" : count == "1" ? "1 hit" : "\(count) hits"
  }

  /// Why nothing can be looked for; nil when something can.
  var searchObstacle: Notice? {
    if showsPicture {
      return .cannot(
        "Nothing to search.", "A picture holds no text.", "Its bytes stand in the Raw tab.")
    }
    if showsBody, source != nil { return nil }
    if tab == .view, rendered.view != nil { return nil }
    return job == nil
      ? .cannot("Nothing to search.", "No response is open.", "Send a request first.")
      : .cannot("Nothing to search.", "Only the Tree and Raw tabs of a body are searched.")
  }

  /// That the query was not found in the tab on show.
  var notFound: Notice {
    let advice =
      query.scope != .everywhere
      ? "Only \(query.scope == .keys ? "keys" : "values") were looked through."
      : query.form == .expression
        ? "It was read as a regular expression."
        : query.isExact
          ? "Capitals count in it: small letters alone find them too."
          : "Small letters find capitals too."
    let place =
      isViewing
      ? "The value on show does not hold it."
      : showsRecord
        ? "This row does not hold it: the table may." : "The \(tab.title) tab does not hold it."
    return Notice(.warning, "\(query.quoted) was not found.", why: place, whatToDo: advice)
  }

  /// Looks for a text; the prompt asked for it.
  ///
  /// - Parameter modes: How the text is meant; its own text does not count.
  package mutating func find(
    _ text: String, as modes: SearchQuery = SearchQuery("")
  ) -> [Effect] {
    query = modes.other(text)
    if tab == .view { return findInView(.forward, .withRow) }
    return search(.forward, .withRow)
  }

  package mutating func findNext() -> [Effect] {
    tab == .view ? findInView(.forward, .behindRow) : search(.forward, .behindRow)
  }

  package mutating func findPrevious() -> [Effect] {
    tab == .view ? findInView(.backward, .behindRow) : search(.backward, .behindRow)
  }

  /// Stops searching and counting; what was found stays.
  package mutating func stopSearch() -> [Effect] {
    guard isSearching else { return [] }
    searchNumber += 1
    let isHunting = hunting != nil
    hunting = nil
    hits?.standing.extent = .atLeast
    return [
      .notify(Notice(.info, isHunting ? "The search was stopped." : "Counting was stopped."))
    ]
  }

  mutating func forgetHits() {
    searchNumber += 1
    hunting = nil
    hits = nil
  }

  private mutating func search(
    _ direction: DocumentSearch.Direction, _ start: DocumentSearch.Start
  ) -> [Effect] {
    if let searchObstacle { return [.notify(searchObstacle)] }
    guard !query.text.isEmpty else {
      return [.notify(.cannot("Nothing to look for.", "No text was given.", "Find a text first."))]
    }
    searchNumber += 1
    hunting = SearchProgress(done: 0, whole: 0)
    return [
      request(.find(DocumentSearch(query, direction, start, number: searchNumber)), view)
    ]
  }

  /// Takes a step of a search; late answers of an older one change nothing.
  mutating func takeHits(_ news: DocumentNews, _ number: Int) -> [Effect] {
    guard number == searchNumber else { return [] }
    switch news.outcome {
    case .searching(let progress):
      hunting = progress
      if news.window != nil { panes[news.view]?.take(news) }
      return [request(.findOn(number), news.view)]
    case .found(let way, let standing):
      hunting = nil
      panes[news.view]?.take(news)
      hits = Hits(
        standing: standing, way: way, view: news.view, row: news.row ?? pane.list.selected)
      let count = standing.extent == .counting ? [request(.count(number), news.view)] : []
      // While it is typed, every letter may lead round the end.
      let isTold = way == .wrapped && seeking == nil
      return loads() + count + (isTold ? [.notify(wrapped(standing))] : [])
    case .counted(let standing):
      hits?.standing = standing
      return standing.extent == .counting ? [request(.count(number), news.view)] : []
    case .notFound:
      hunting = nil
      hits = nil
      if news.window != nil { panes[news.view]?.take(news) }
      guard seeking == nil else {
        seeking?.isMissed = true
        return loads()
      }
      return number == quietSearch ? [] : [.notify(notFound)]
    case .failed(let notice):
      hunting = nil
      return [.notify(notice)]
    case .done, .opened, .read, .readOn, .caughtUp, .copied, .used, .rendered, .compared, .nothing,
      .filter:
      return []
    }
  }

  func wrapped(_ standing: HitStanding) -> Notice {
    standing.extent == .whole && standing.count == 1
      ? Notice(.info, "This is the only hit.")
      : Notice(.info, "The search went on from the other end.")
  }

  /// Asks the controller without waiting for it: rows are asked for and moved in meanwhile.
  func request(_ action: DocumentRequest.Action, _ view: DocumentView) -> Effect {
    let pane = panes[view] ?? DocumentPane(view)
    return .response(
      .document(
        DocumentRequest(
          generation: generation, view: view, action: action, row: pane.list.selected,
          window: pane.wanted)))
  }
}
