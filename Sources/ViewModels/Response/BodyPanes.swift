import ClientDocuments
package import ReadingValues

/// The loaded rows of the body in each view, and the requests for more rows.
package struct BodyPanes: Equatable, Sendable {
  /// The number of the body. An event with another number concerns an earlier body.
  private(set) var generation = 0
  private var panes: [DocumentView: DocumentPane] = [:]
  /// The number of bytes in a hexadecimal row. It depends on the width of the panel.
  private var hexLength = HexRows.Length.sixteen

  package subscript(view: DocumentView) -> DocumentPane {
    get { panes[view] ?? DocumentPane(view) }
    set { panes[view] = newValue }
  }

  /// Returns a request without marking the pane as pending. Until its result arrives, rows can be
  /// requested and the selection can move.
  func request(_ action: DocumentRequest.Action, _ view: DocumentView) -> DocumentRequest {
    let pane = self[view]
    var request = DocumentRequest(
      generation: generation, view: view, action: action, row: pane.list.selected,
      window: pane.wanted)
    request.hexLength = hexLength
    return request
  }

  func quietly(_ action: DocumentRequest.Action, _ view: DocumentView) -> Effect {
    .response(.document(request(action, view)))
  }

  /// Returns a request to move the selection by a step. If results of earlier steps are
  /// outstanding, the step starts from the target of the last one.
  mutating func step(_ action: DocumentRequest.Action, _ view: DocumentView) -> Effect {
    var request = request(action, view)
    request.stepOrigin = self[view].stepOrigin
    self[view].step()
    return .response(.document(request))
  }

  mutating func ask(_ action: DocumentRequest.Action, _ view: DocumentView) -> Effect {
    self[view].ask()
    return quietly(action, view)
  }

  /// Returns a request that applies to the complete body and whose result has no rows.
  func askAll(_ action: DocumentRequest.Action) -> Effect {
    var request = request(action, .tree)
    (request.row, request.window) = (0, 0..<0)
    return .response(.document(request))
  }

  /// Requests the rows on the screen that are not loaded yet.
  mutating func load(_ view: DocumentView) -> [Effect] {
    let isUnseen = self[view].window.rows.isEmpty && !self[view].isPending
    return self[view].needsRows || isUnseen ? [ask(.rows, view)] : []
  }

  mutating func resize(height: Int) {
    for view in DocumentView.allCases { self[view].resize(height: height) }
  }

  /// Divides the bytes into hexadecimal rows that fit this many columns. The selected byte stays
  /// selected.
  ///
  /// - Returns: Whether the length of the rows changed.
  mutating func divide(toFit columns: Int) -> Bool {
    let length = HexRows.Length.fitting(columns: columns)
    guard length != hexLength else { return false }
    hexLength = length
    let views = DocumentView.allCases.filter { self[$0].window.hexLength != nil }
    for view in views { self[view].divide(into: length) }
    return !views.isEmpty
  }

  /// Stores the rows of an update. Ignores hexadecimal rows that were divided for another width.
  mutating func take(_ update: DocumentUpdate) {
    var update = update
    if let length = update.window?.hexLength, length != hexLength {
      (update.window, update.row, update.origin) = (nil, nil, nil)
    }
    self[update.view].take(update)
  }

  /// Clears all rows, because another body is displayed.
  mutating func clear() {
    for view in DocumentView.allCases { self[view].clear() }
  }

  mutating func clear(in generation: Int) {
    self.generation = generation
    clear()
  }

  /// Clears the rows of all views except these, because the rows are out of date. The selected rows
  /// stay selected.
  mutating func refresh(allBut views: DocumentView...) {
    for other in DocumentView.allCases
    where !views.contains(other) && !self[other].window.rows.isEmpty {
      let row = self[other].list.selected
      self[other].clear()
      self[other].select(row)
    }
  }
}
