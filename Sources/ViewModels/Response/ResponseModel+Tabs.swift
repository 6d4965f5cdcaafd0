import ClientModel
import ReadingValues

/// The tabs: their order, the content of the current one, and their reactions to changes.
extension ResponseModel {
  /// The tabs of the displayed response. The View tab is the first, if there is one.
  package var tabs: [ResponseTab] {
    var all: [ResponseTab] = [.tree, .raw, .headers, .timing, .attempts, .wire]
    if !checks.verdicts.isEmpty { all.append(.checks) }
    if request?.subscription != nil { all.append(.topics) }
    if rendered.plan != nil { all.insert(.view, at: 0) }
    return comparison == nil ? all : all + [.compare]
  }

  package var headers: HeaderTab { HeaderTab(exchange) }
  package var timing: TimingTab { TimingTab(exchange) }
  package var wire: WireTab { WireTab(exchange) }
  package var checks: CheckTab { CheckTab(exchange) }
  var tree: TreeTab {
    TreeTab(
      pane: panes[.tree], reading: reading, viewer: viewer, picture: picture, body: body)
  }

  /// The lines of the current tab, or nil if it shows the body.
  var lines: (any LineTab)? {
    switch tab {
    case .tree, .raw: nil
    case .headers: headers
    case .timing: timing
    case .attempts: AttemptTab(rows: exchange.attempts)
    case .wire: wire
    case .compare: comparison
    case .view: rendered
    case .checks: checks
    case .topics: topics
    }
  }

  /// The number of rows of the current tab.
  package var lineCount: Int { lines?.rows.count ?? (showsBody ? pane.window.total : 0) }

  /// The text of the selected line, for copying, or nil if there is none.
  var selectedLine: String? { lines?.text(at: lists[tab].selected) }

  /// Returns the selected row and scroll position of a tab without a body.
  package func list(of tab: ResponseTab) -> ScrolledList { lists[tab] }

  // MARK: Texts

  /// The description of the selected value, shown at the foot of the screen if there is no other
  /// message.
  package var captionWords: String? { tab == .tree ? tree.captionWords : nil }
  package var meaningWords: String? { tab == .tree ? tree.meaningWords : nil }

  /// The steps of the path to the selected value. The steps contain received text, which is not
  /// safe to draw.
  package var breadcrumb: [String]? { tab == .tree ? tree.breadcrumb : nil }

  /// The caption of the displayed value, such as `value, decoded`, or nil.
  package var viewerWords: String? { tab == .tree ? viewer.words : nil }

  /// The hint for the command that replaces folding, or nil if the row folds.
  package var toggleWord: String? {
    tab == .view ? rendered.toggleWord : tab == .tree ? tree.toggleWord : nil
  }

  /// The kind and the charset of the body, if they differ from its declared type.
  package var shownAs: String? { showsBody ? reading.kindWords : nil }

  package var statusWords: String? { exchange.statusWords }

  // MARK: Reading and pictures

  package var isReading: Bool { reading.isGoingOn }
  package var readingWords: String? { reading.words }
  package mutating func stopReading() -> [Effect] {
    let effects = reading.stop()
    return effects.isEmpty ? [] : [panes.quietly(.stopReading, view)] + effects
  }

  /// Whether a picture replaces the tree.
  package var showsPicture: Bool { tab == .tree && tree.showsPicture }

  /// Whether the displayed picture is being drawn.
  package var isDrawing: Bool { showsPicture && picture.isDrawing }
  mutating func stopDrawing() -> [Effect] { picture.stop() }

  /// Requests the displayed picture, if it was not drawn for this area yet. Ends the drawing of a
  /// picture that is no longer displayed.
  mutating func draws() -> [Effect] {
    if showsPicture, !reading.isArriving { return picture.draw(generation: panes.generation) }
    return facts?.kind == .picture ? [] : picture.clear()
  }

  // MARK: One value, one row

  /// Whether a value is shown instead of the tree.
  package var isViewing: Bool { tab == .tree && viewer.isOpen }

  /// Whether one row of a table is shown as a list.
  package var showsRecord: Bool { tab == .tree && tree.showsRecord }

  /// Shows the selected value as text. If the value is a search hit, the text opens at the match.
  mutating func openViewer() -> [Effect] {
    let row = panes[.tree].list.selected
    let look = viewer.open(panes[.tree].selectedTreeRow?.kind)
    let hits = finding.hits
    let isHit = hits?.view == .tree && hits?.row == row && query.scope != .keys
    finding.clear()
    panes[.value].clear()
    panes[.value].ask()
    var request = panes.request(.look(look), .value)
    request.row = row
    let effects: [Effect] = [.response(.document(request))]
    return isHit ? effects + [panes.quietly(.find(finding.beginQuietly()), .value)] : effects
  }

  /// Closes the value and shows the tree again.
  package mutating func closeViewer() -> [Effect] {
    viewer.close()
    panes[.value].clear()
    // The rows that contained the search hits no longer exist.
    if finding.progress != nil || finding.hits?.view == .value { finding.clear() }
    return facts == nil ? [] : [panes.ask(.closeLook, .tree)]
  }

  // MARK: The view

  /// Requests rendering of a complete response that is not rendered yet.
  mutating func renders() -> [Effect] {
    guard isBodyOpen, !reading.isArriving, facts != nil, let plan = rendered.ask() else {
      return []
    }
    return [panes.askAll(.render(plan, root: attempt?.result?.processing?.root ?? ""))]
  }

  mutating func take(_ rendering: Rendering) -> [Effect] {
    rendered.take(rendering)
    if case .view = rendering { tabChoice.offerView() }
    lists.clamp(.view, among: rendered.rows.count)
    return []
  }

  // MARK: Comparing

  /// Finds the previous run of the request for comparison; in the Compare tab, returns to the tree.
  mutating func compare() -> [Effect] {
    guard tab != .compare else {
      leaveComparing()
      return loads()
    }
    guard let attempt else { return [] }
    // A second press cancels the request of the first press, also before the earlier exchange has
    // arrived.
    guard comparing.requested != attempt.id else {
      comparing.withdraw()
      return []
    }
    comparing.request(for: attempt.id)
    return [.response(.findPrevious(of: attempt.id))]
  }

  /// Requests another exchange, which may belong to any request, for the comparison with the
  /// displayed one.
  mutating func compare(with exchange: AttemptID) -> [Effect] {
    guard let attempt else {
      return [
        .notify(
          .cannot(
            "There is nothing to compare with.", "No response is open.",
            "Open one, then choose the other."))
      ]
    }
    comparing.request(for: attempt.id)
    return [.response(.findExchange(exchange, of: attempt.id))]
  }

  /// Compares the displayed exchange with the exchange that was found for this attempt.
  mutating func compare(with previous: Exchange?, _ id: AttemptID) -> [Effect] {
    guard let attempt, attempt.id == id, comparing.requested == id else { return [] }
    comparing.withdraw()
    guard let previous else {
      return [
        .notify(
          .cannot(
            "There is nothing to compare with.",
            "No earlier response to this request is stored.",
            "Send it again; or choose an exchange of the history and press \(key: .list(.compare)) there."
          ))
      ]
    }
    comparing.begin(attempt, previous)
    lists.reset(.compare)
    tabChoice.select(.compare)
    return compares()
  }

  mutating func compares() -> [Effect] {
    comparing.action.map { isBodyOpen ? [panes.askAll($0)] : [] } ?? []
  }

  mutating func leaveComparing() {
    comparing.leave()
    tabChoice.leaveCompare()
  }
}
