import ClientModel

/// The rows of the body: what is asked of the controller, and what comes back.
extension ResponseModel {
  /// The view of the tab on show; a tab without a body has the tree's.
  package var view: DocumentView {
    if isViewing { return .value }
    return tab == .raw ? rawLayout.view : .tree
  }

  /// The rows of the tab on show.
  package var pane: DocumentPane { panes[view] ?? DocumentPane(view) }

  /// Whether the tab shows rows of the body.
  package var showsBody: Bool { tab == .tree || tab == .raw }

  /// What is said of a body that is there but holds nothing to show yet.
  package var isBodyOpen: Bool { source != nil }

  mutating func ask(_ action: DocumentRequest.Action, _ view: DocumentView) -> Effect {
    panes[view]?.ask()
    let pane = panes[view] ?? DocumentPane(view)
    return .response(
      .document(
        DocumentRequest(
          generation: generation, view: view, action: action, row: pane.list.selected,
          window: pane.wanted)))
  }

  /// Asks for the rows on screen that are not here.
  mutating func loads() -> [Effect] {
    guard showsBody, source != nil, facts != nil else { return [] }
    let isUnseen = pane.window.rows.isEmpty && !pane.isPending
    return pane.needsRows || isUnseen ? [ask(.rows, view)] : []
  }

  mutating func take(_ news: DocumentNews) -> [Effect] {
    // The result of a filter is a separate body, identified by the number of the filter.
    if case .filter(let told) = news.outcome { return take(news, told) }
    guard news.generation == generation else { return [] }
    if news.readsOn { isReadingOn = false }
    if let next = news.outcome.readsNext { return readOn(next) }
    if let number = news.search { return takeHits(news, number) }
    if case .rendered(let rendering) = news.outcome { return take(rendering) }
    if case .compared(let found) = news.outcome {
      take(found)
      return []
    }
    panes[news.view]?.take(news)
    // The text view may need lines that are not read yet.
    if news.reading != nil { facts?.reading = news.reading }
    switch news.outcome {
    case .done, .searching, .found, .notFound, .counted, .rendered, .compared, .filter:
      return loads() + readOn()
    case .opened(let facts):
      let isMore = self.facts != nil
      if let shown = filter.shown { (filter.lost, filter.shown) = (shown.text, nil) }
      self.facts = facts
      // The other views are out of date.
      if isMore { for other in DocumentView.allCases where other != news.view { refresh(other) } }
      return opensData() + loads() + readOn() + filterAgain()
    case .read(let facts):
      self.facts = facts
      // The reply contains the rows of the visible view; the other views are refreshed at the end.
      if facts.reading == nil {
        for other in DocumentView.allCases where other != news.view { refresh(other) }
      }
      return opensData() + loads() + readOn() + filterAgain()
    case .readOn, .caughtUp: return []
    case .copied(let text, let part):
      // Weir builds the path: the notice shows a short one, so that the user need not paste it to see it.
      let isShown = (part == .path || part == .query) && text.count <= 60
      let isOfMany = part == .query && facts?.kind.isSeries == true && !isFiltered
      let words = isOfMany ? "\(part.words), for jq -s," : part.words
      let isAmongEqual = pane.selectedTreeRow?.oddities.contains(.equalKeys) == true
      let doubt = part == .query && isAmongEqual ? "; jq takes the last of the equal keys" : ""
      return [.copy(text, what: (isShown ? "\(words) \(text)" : words) + doubt)]
    case .used(let node, let purpose): return use(node, purpose)
    case .nothing(let why): return [.notify(Notice(.info, why))]
    case .failed(let notice):
      // A body that cannot be opened while it arrives is opened again when it grows and when it is complete.
      if facts == nil, source?.isArriving == true { source = nil }
      return [.notify(notice)]
    }
  }

  /// If a response wraps its data, as the last poll of a remote job does, the tree opens at the data. This
  /// happens once, and only while the first row is still selected.
  private mutating func opensData() -> [Effect] {
    guard let root = attempt?.result?.processing?.root, !root.isEmpty, source?.isArriving == false,
      dataShown != generation, panes[.tree]?.list.selected == 0,
      facts?.reading?.work != .indexing
    else { return [] }
    dataShown = generation
    return [ask(.openData(at: root), .tree)]
  }

  private mutating func refresh(_ view: DocumentView) {
    guard panes[view]?.window.rows.isEmpty == false else { return }
    let row = panes[view]?.list.selected ?? 0
    panes[view]?.clear()
    panes[view]?.select(row)
  }
}

extension DocumentRequest.Part {
  /// What a notice calls it.
  fileprivate var words: String {
    switch self {
    case .value: "the value"
    case .key: "the key"
    case .parentKey: "the parent's key"
    case .path: "the path"
    case .query: "the jq path"
    case .row: "the row as it came"
    case .body: "the body"
    }
  }
}
