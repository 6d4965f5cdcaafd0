package import ClientModel

/// The View tab: when it is there, what it shows, and how its rows are arranged.
extension ResponseModel {
  /// The tabs of the response on show; the view is the first when there is one.
  package var tabs: [ResponseTab] {
    var plain: [ResponseTab] = [.tree, .raw, .headers, .timing, .attempts, .wire]
    if !verdicts.isEmpty { plain.append(.checks) }
    let own = rendered.name == nil ? plain : [.view] + plain
    return comparison == nil ? own : own + [.compare]
  }

  func tab(by step: Int) -> ResponseTab {
    let tabs = tabs
    let place = tabs.firstIndex(of: tab) ?? 0
    return tabs[(place + step + tabs.count) % tabs.count]
  }

  /// The endpoint of the displayed request. Its catalog defines the view.
  package var endpoint: EndpointName? { request?.endpoint }

  /// Sets the view that the catalog defines for the displayed request.
  package mutating func show(as name: ViewName?) -> [Effect] {
    guard rendered.name != name else { return [] }
    rendered.name(name)
    lists[.view] = nil
    if name == nil, tab == .view { tab = .tree }
    return renders()
  }

  /// Requests rendering of a complete response that is not rendered yet.
  mutating func renders() -> [Effect] {
    guard let name = rendered.name, rendered.standing == .waiting, let source, !source.isArriving,
      facts != nil
    else { return [] }
    rendered.ask()
    let root = attempt?.result?.processing?.root ?? ""
    return [
      .response(
        .document(
          DocumentRequest(
            generation: generation, view: .tree, action: .render(name, root: root), row: 0,
            window: 0..<0)))
    ]
  }

  /// Takes a rendering. The View tab opens automatically unless the user has selected another tab.
  mutating func take(_ rendering: Rendering) -> [Effect] {
    rendered.take(rendering)
    if case .view = rendering, tab == .tree, wishedTab == nil || wishedTab == .view { tab = .view }
    keepListInside()
    return []
  }

  private mutating func keepListInside() {
    var list = list(of: .view)
    list.resize(height: height, among: rendered.rows.count)
    list.move(.to(list.selected), among: rendered.rows.count)
    lists[.view] = list
  }

  // MARK: Arranging

  /// Sorts, selects the next or previous column, or removes the filter.
  mutating func arrange(_ command: ResponseCommand) -> [Effect] {
    switch command {
    case .open: rendered.step(column: 1)
    case .close: rendered.step(column: -1)
    default:
      if rendered.view?.habit == .filterable {
        rendered.filter(query.other(""))
      } else {
        rendered.sort()
      }
      keepListInside()
    }
    return []
  }

  /// Why the rows cannot be arranged; nil when they can.
  func arrangingObstacle(to command: ResponseCommand) -> Notice? {
    switch rendered.view?.habit {
    case .sortable: return nil
    case .filterable where command == .toggle:
      return rendered.filter.text.isEmpty
        ? .cannot("All words are shown.", "No filter is set.", "Find a text to filter by it.") : nil
    case .fixed, .filterable, nil:
      return .cannot(
        "Nothing folds or sorts here.", "The View tab is on show.", "Use the Tree tab.")
    }
  }

  // MARK: Finding

  /// Goes to the next row with what is looked for; a list shows only the rows that have it.
  mutating func findInView(
    _ direction: DocumentSearch.Direction, _ start: DocumentSearch.Start
  ) -> [Effect] {
    if let searchObstacle { return [.notify(searchObstacle)] }
    guard !query.text.isEmpty else { return [] }
    if rendered.view?.habit == .filterable {
      if rendered.filter != query { rendered.filter(query) }
      keepListInside()
      if start == .withRow { return [] }
    }
    let marks = marks
    let (rows, selected) = (rendered.rows, list(of: .view).selected)
    let step = direction == .forward ? 1 : -1
    let first = start == .withRow ? 0 : 1
    for distance in first..<max(first, rows.count) + first {
      let place = (selected + step * distance + 2 * rows.count) % max(1, rows.count)
      guard rows.indices.contains(place), marks.stand(in: rows[place].text) else { continue }
      var list = list(of: .view)
      list.move(.to(place), among: rows.count)
      lists[.view] = list
      return []
    }
    return [.notify(notFound)]
  }
}
