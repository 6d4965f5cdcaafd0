import ClientModel

/// Bodies that are no JSON: tables, and what the user wants a body to be shown as.
extension ResponseModel {
  /// Whether a table is on show and the command arranges or copies it.
  func isTable(_ command: ResponseCommand) -> Bool {
    guard tab == .tree, pane.table != nil else { return false }
    switch command {
    case .toggle, .open, .close, .copyValue, .copyKey, .copyPath: return true
    default: return false
    }
  }

  /// Whether one row of a table is on show as a list.
  package var showsRecord: Bool {
    guard tab == .tree, facts?.kind == .table, panes[.tree]?.table == nil,
      case .outline? = panes[.tree]?.window.rows.first
    else { return false }
    return true
  }

  mutating func arrangeTable(_ command: ResponseCommand) -> [Effect] {
    let column = pane.tableColumn
    switch command {
    case .open: panes[view]?.move(.right)
    case .close: panes[view]?.move(.left)
    case .copyValue: return [ask(.table(.copyCell(column: column)), view)]
    case .copyKey: return [ask(.table(.copyName(column: column)), view)]
    case .copyPath: return [ask(.table(.copyPlace(column: column)), view)]
    default:
      if let obstacle = pane.table?.obstacle {
        return [.notify(.cannot("This table is not sorted.", obstacle))]
      }
      return [ask(.table(.sort(column: column)), view)]
    }
    return []
  }

  /// Reads the body again as another kind; nil for what it was found to be.
  mutating func read(as kind: DocumentFacts.Kind?) -> [Effect] {
    tab = .tree
    clearPanes()
    forgetHits()
    return [ask(.show(as: kind), .tree)]
  }

  /// One word for what the fold key does here instead of folding; nil if it folds.
  package var toggleWord: String? {
    if tab == .view { return rendered.toggleWord }
    guard tab == .tree else { return nil }
    if pane.table != nil { return "sort" }
    return pane.selectedTreeRow?.kind == .string ? "view" : nil
  }

  /// How the body is shown, where that is not as its content type says.
  package var shownAs: String? {
    guard showsBody, let facts else { return nil }
    switch facts.origin {
    case .told: return nil
    case .sniffed: return "in truth \(facts.kind.word)"
    case .chosen: return "shown as \(facts.kind.word)"
    }
  }
}
