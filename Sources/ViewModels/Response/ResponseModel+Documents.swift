import ClientModel
package import ReadingValues

/// The rows of the body: the requests to the reader, and its events.
extension ResponseModel {
  /// The view of the current tab. A tab without a body uses the view of the tree.
  package var view: DocumentView {
    if isViewing { return .value }
    return tab == .raw ? raw.view : .tree
  }

  /// The rows of the current tab.
  package var pane: DocumentPane { panes[view] }

  /// Whether the tab shows rows of the body.
  package var showsBody: Bool { tab == .tree || tab == .raw }

  mutating func ask(_ action: DocumentRequest.Action) -> Effect {
    guard action.isStep else { return panes.ask(action, view) }
    panes[view].ask()
    return panes.step(action, view)
  }

  /// Requests the rows on the screen that are not loaded.
  mutating func loads() -> [Effect] {
    guard isBodyOpen, facts != nil else { return [] }
    if tab == .topics { return topics.ask() ? [panes.askAll(.countTopics)] : [] }
    return showsBody ? panes.load(view) : []
  }

  mutating func take(_ update: DocumentUpdate) -> [Effect] {
    // The result of a filter is a separate body, identified by the number of the filter.
    if case .filter(let reported) = update.outcome { return take(update, reported) }
    guard update.generation == panes.generation else { return [] }
    if update.isStep { panes[update.view].stepped() }
    if let number = update.search { return takeHits(update, number) }
    switch update.outcome {
    case .rendered(let rendering): return take(rendering)
    case .compared(let found):
      comparing.take(found)
      lists.clamp(.compare, among: lineCount)
      return []
    case .topics(let tally):
      topics.take(tally)
      lists.clamp(.topics, among: topics.rows.count)
      return loads()
    default:
      panes.take(update)
      // Rows of the text view may need lines that are not read yet, so each update has the
      // progress.
      reading.progressed(update.reading)
      if update.readsOn, case .failed = update.outcome { reading.halt() }
      return take(update.outcome, update.view)
    }
  }

  private mutating func take(
    _ outcome: DocumentUpdate.Outcome, _ updatedView: DocumentView
  ) -> [Effect] {
    switch outcome {
    case .opened(let found):
      // The other views are out of date.
      if facts != nil { panes.refresh(allBut: updatedView) }
      filter.lose()
      _ = reading.resume()
      return takeRead(found) + seekAnew() + extendAgain()
    case .read(let found):
      // The event contains the rows of the view that was requested last. Hidden views are refreshed
      // at the end. The visible view is refreshed at once; its rows stay until the new rows arrive.
      if found.reading == nil { panes.refresh(allBut: updatedView, view) }
      let isOther = showsBody && updatedView != view && !pane.isPending
      return (isOther ? [panes.ask(.rows, view)] : []) + takeRead(found)
    case .copied(let text, let part): return [.copy(text, what: words(for: text, part))]
    case .used(let node, let purpose): return node.effects(of: purpose, exchange)
    case .nothing(let why): return [.notify(Notice(.info, why))]
    case .failed(let problem):
      reading.failed()
      return [.notify(Notice(problem))]
    case .done, .searching, .found, .notFound, .counted, .rendered, .compared, .topics, .filter:
      return loads()
    }
  }

  /// Requests the data that arrived since the last request.
  private mutating func extendAgain() -> [Effect] {
    guard let source = reading.caughtUp(), reading.extend(source) else { return [] }
    return [panes.ask(.extend(source), view)] + searchAnew()
  }

  private mutating func takeRead(_ found: DocumentFacts) -> [Effect] {
    reading.found(found)
    topics.expire()
    return opensData() + loads() + filterAgain()
  }

  /// Opens the tree at the data if the response wraps its data, as the last poll of a remote job
  /// does. This happens only while the first row is selected.
  private mutating func opensData() -> [Effect] {
    guard let root = attempt?.result?.processing?.root, !root.isEmpty,
      panes[.tree].list.selected == 0, reading.opensData(in: panes.generation)
    else { return [] }
    return [panes.ask(.openData(at: root), .tree)]
  }

  /// Returns the name of the copied text for a notice.
  private func words(for text: String, _ part: DocumentRequest.Part) -> String {
    // Weir creates the path, so the notice shows a short path. The user need not paste the path to
    // see it.
    let isShown = (part == .path || part == .query) && text.count <= 60
    let isOfMany = part == .query && facts?.kind.isSeries == true && !isFiltered
    let words = isOfMany ? "\(part.words), for jq -s," : part.words
    let isAmongEqual = pane.selectedTreeRow?.oddities.contains(.equalKeys) == true
    let doubt = part == .query && isAmongEqual ? "; jq takes the last of the equal keys" : ""
    return (isShown ? "\(words) \(text)" : words) + doubt
  }
}

extension DocumentRequest.Part {
  /// The name of the part in a notice.
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
