import ClientDocuments
package import ReadingValues

/// The loaded rows of the body in each view, and the requests for more rows.
package struct BodyPanes: Equatable, Sendable {
  /// The number of the current body. Events with another number belong to an earlier body.
  private(set) var generation = 0
  private var panes: [DocumentView: DocumentPane] = [:]
  /// The number of bytes in a hexadecimal row. The number depends on the width of the panel.
  private var hexLength = HexRows.Length.sixteen
  /// The number of columns for a line of text.
  var columns = 80
  /// The wrapping of long lines. Nil if they scroll sideways.
  private(set) var wrap: TextWrap?

  package subscript(view: DocumentView) -> DocumentPane {
    get { panes[view] ?? DocumentPane(view) }
    set { panes[view] = newValue }
  }

  /// Returns a request, but does not mark the pane as pending. While the request runs, rows can be
  /// requested and the selection can move.
  func request(_ action: DocumentRequest.Action, _ view: DocumentView) -> DocumentRequest {
    let pane = self[view]
    var request = DocumentRequest(
      generation: generation, view: view, action: action, row: pane.list.selected,
      window: pane.wanted)
    request.hexLength = hexLength
    request.wrap = wrap
    request.lineLength = pane.lineLength
    return request
  }

  func quietly(_ action: DocumentRequest.Action, _ view: DocumentView) -> Effect {
    .response(.document(request(action, view)))
  }

  /// Returns a request to move the selection by a step. If an earlier step has no result yet, the
  /// new step starts from the target of the earlier one.
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

  /// Returns a request about the complete body. The result has no rows.
  func askAll(_ action: DocumentRequest.Action) -> Effect {
    var request = request(action, .tree)
    (request.row, request.window) = (0, 0..<0)
    return .response(.document(request))
  }

  /// Requests the visible rows that are not loaded yet.
  mutating func load(_ view: DocumentView) -> [Effect] {
    let isUnseen = self[view].window.rows.isEmpty && !self[view].isPending
    return self[view].needsRows || isUnseen ? [ask(.rows, view)] : []
  }

  mutating func resize(height: Int) {
    for view in DocumentView.allCases { self[view].resize(height: height) }
  }

  /// Divides the bytes into hexadecimal rows that fit a number of columns. The selected byte stays
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

  /// Changes the wrapping of long lines.
  ///
  /// - Parameters:
  ///   - before: The view whose selected row stays selected.
  ///   - view: The view that is then shown.
  mutating func lay(out wrap: TextWrap?, from before: DocumentView, to view: DocumentView) -> Effect
  {
    self.wrap = wrap
    self[view].ask()
    // If the previous change has no result yet, no row was selected in the view of its result. The
    // view that is shown now still has the correct row.
    guard before == view || self[before].stepOrigin == .row else { return quietly(.rows, view) }
    if before == view { return step(.layOut(from: before, column: 0), view) }
    var request = request(.layOut(from: before, column: self[before].column), view)
    request.row = self[before].list.selected
    self[view].step()
    return .response(.document(request))
  }

  /// Changes the wrapping before any rows are shown.
  mutating func lay(out wrap: TextWrap?) { self.wrap = wrap }

  /// Stores the rows of an update. Ignores hexadecimal rows if the width has changed since the
  /// request.
  mutating func take(_ update: DocumentUpdate) {
    var update = update
    if let length = update.window?.hexLength, length != hexLength {
      (update.window, update.row, update.origin) = (nil, nil, nil)
    }
    self[update.view].take(update)
    if let column = update.column { self[update.view].reveal(column: column, width: columns) }
  }

  /// Clears all rows. Called when another body is shown.
  mutating func clear() {
    for view in DocumentView.allCases { self[view].clear() }
  }

  mutating func clear(in generation: Int) {
    self.generation = generation
    clear()
  }

  /// Clears the rows of all views except the given ones, because the rows are outdated. The
  /// selected rows stay selected.
  mutating func refresh(allBut views: DocumentView...) {
    for other in DocumentView.allCases
    where !views.contains(other) && !self[other].window.rows.isEmpty {
      let row = self[other].list.selected
      self[other].clear()
      self[other].select(row)
    }
  }
}
