import ClientModel

/// The Tree tab, which shows a tree, a table, a table row, a picture or a text value.
struct TreeTab {
  let pane: DocumentPane
  let reading: BodyReading
  let viewer: ValueViewer
  let picture: PicturePane

  var showsTable: Bool { !viewer.isOpen && pane.table != nil }

  /// Whether a single table row is shown as a list.
  var showsRecord: Bool {
    guard reading.facts?.kind == .table, pane.table == nil, case .outline? = pane.window.rows.first
    else { return false }
    return true
  }

  /// Whether a picture is shown in place of the tree.
  var showsPicture: Bool { reading.source != nil && reading.facts?.kind == .picture }

  /// Returns whether the command sorts, scrolls or copies the displayed table.
  func isTable(_ command: ResponseCommand) -> Bool {
    guard showsTable else { return false }
    switch command {
    case .toggle, .open, .close, .copyValue, .copyKey, .copyPath: return true
    default: return false
    }
  }

  /// The hint for the toggle command if the command does not fold the row. Otherwise nil.
  var toggleWord: String? {
    if showsTable { return "sort" }
    guard !viewer.isOpen, let row = pane.selectedTreeRow else { return nil }
    if row.kind == .string { return "view" }
    return row.isContainer && row.children != 0 && !row.isOpen ? "unfold" : nil
  }

  // MARK: The selected value

  /// The probable meaning of the selected value. Nil if it is unknown.
  var meaningWords: String? { pane.selectedTreeRow.flatMap(ValueMeaning.words) }

  /// The oddities and the probable meaning of the selected value. Nil if the value has neither.
  var captionWords: String? {
    guard let row = pane.selectedTreeRow else { return nil }
    let words = [row.oddWords, meaningWords].compactMap { $0 }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// The path to the selected value, one text for each step. The syntax is that of jq, or of XPath
  /// if the body is not JSON. Empty for the outermost value of JSON. Nil if no tree is shown, or
  /// for the outermost value of another kind of body. The texts are received data and must be made
  /// safe before drawing.
  var breadcrumb: [String]? {
    if case .outline(let row)? = pane.selectedRow {
      return row.path.isEmpty ? nil : row.path.map { $0 ?? "…" }
    }
    return pane.window.path(to: pane.list.selected).map { way in
      way.enumerated().map { place, crumb in crumb.text(place == 0 ? .first : .inner) }
    }
  }

  /// The path of the selected value as text. Nil if a step of the path is not known completely.
  var fullPath: String? {
    guard let way = pane.window.path(to: pane.list.selected) else { return nil }
    for crumb in way {
      switch crumb {
      case .gap, .key(_, isCut: true): return nil
      case .key, .place: break
      }
    }
    let text = way.enumerated().map { $1.text($0 == 0 ? .first : .inner) }.joined()
    return text.isEmpty ? "." : text
  }

  // MARK: Obstacles

  /// Returns the reason why a command cannot act here. Returns nil if it can.
  func obstacle(to command: ResponseCommand, _ body: StoredBody) -> Notice? {
    if isTable(command) || showsTable && command == .copyRow { return nil }
    if command == .record, !viewer.isOpen {
      return reading.facts?.kind == .table ? nil : Self.noRow
    }
    guard reading.source != nil else { return BodyReading.missing }
    if viewer.isOpen { return viewer.obstacle(to: command) }
    if showsPicture { return picture.obstacle(to: command, body) }
    switch command {
    case .copyValue: return nil
    case .viewValue: return viewObstacle
    case .goToPath where pathObstacle != nil: return pathObstacle
    case .toggle where pane.selectedTreeRow?.kind.isPlain == true:
      return .cannot(
        "Nothing to fold.", "This value contains no other values.", "Select a value that does.")
    default:
      return pane.isInTree
        ? nil : .cannot("This command needs a tree.", "The body is shown by lines or rows.")
    }
  }

  /// The notice that no table row can be shown as a list.
  static let noRow = Notice.cannot("There is no row to show.", "No table is shown.")

  /// The reason why the body has no paths to go to. Nil if it has paths.
  private var pathObstacle: Notice? {
    switch reading.facts?.kind {
    case .json, .jsonLines, .jsonSequence, nil: nil
    case .xml, .html, .table, .form, .multipart, .events, .picture, .text, .binary:
      .cannot(
        "There is no path to go to.",
        "Only JSON has paths. This body is \(reading.facts?.kind.word ?? "").", "Search it instead."
      )
    }
  }

  /// The reason why the selected value cannot be shown in full. Nil if it can.
  private var viewObstacle: Notice? {
    if pane.table != nil {
      return .cannot(
        "There is no value to view.", "A row of a table has several values.",
        "Show the row as a list first, and view a field there.")
    }
    if showsRecord, pane.list.selected == 0 {
      return .cannot(
        "There is no value to view.", "This line is the heading of the row.", "Select a field.")
    }
    return pane.isInTree
      ? nil
      : .cannot("There is no value to view.", "The body is shown by lines, as received.")
  }
}
