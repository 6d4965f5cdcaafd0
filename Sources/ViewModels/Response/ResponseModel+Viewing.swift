package import ClientDocuments
import ClientModel

/// How one value is shown as a text of its own.
package struct ValueLook: Hashable, Sendable {
  package var form: WrappedText.Form
  /// The width at which its rows wrap.
  package var columns: Int

  package init(_ form: WrappedText.Form, columns: Int) {
    (self.form, self.columns) = (form, columns)
  }
}

/// Shows one value instead of the tree, as wrapped text that is loaded in windows, for reading long strings.
///
///     tree ──view──► value, decoded ◄──toggle──► value, as it stands ──back──► tree
extension ResponseModel {
  /// Shows the selected value as text; escapes in a string are decoded. If the value is a search hit, the
  /// text opens at the match.
  mutating func openViewer() -> [Effect] {
    let isString = panes[.tree]?.selectedTreeRow?.kind == .string
    viewer = Viewer(form: isString ? .decoded : .asItStands, isString: isString)
    let selected = panes[.tree]?.list.selected ?? 0
    let isHit = hits?.view == .tree && hits?.row == selected && query.scope != .keys
    forgetHits()
    panes[.value]?.clear()
    panes[.value]?.ask()
    let pane = panes[.value] ?? DocumentPane(.value)
    return [
      .response(
        .document(
          DocumentRequest(
            generation: generation, view: .value,
            action: .look(ValueLook(.decoded, columns: columns)), row: selected,
            window: pane.wanted)))
    ] + (isHit ? showHit() : [])
  }

  /// Repeats the tree's search in the text. If the match was in the key, the value may not contain it; this
  /// is not reported.
  private mutating func showHit() -> [Effect] {
    hunting = SearchProgress(done: 0, whole: 0)
    quietSearch = searchNumber
    let search = DocumentSearch(query, .forward, .withRow, number: searchNumber)
    return [request(.find(search), .value)]
  }

  /// Shows the tree again.
  package mutating func closeViewer() -> [Effect] {
    viewer = nil
    panes[.value]?.clear()
    // The rows that contained the search hits no longer exist.
    if hunting != nil || hits?.view == .value { forgetHits() }
    return facts == nil ? [] : [ask(.closeLook, .tree)]
  }

  /// Switches between decoded and literal escapes.
  mutating func turnViewer() -> [Effect] {
    guard var shown = viewer else { return [] }
    shown.form = shown.form == .decoded ? .asItStands : .decoded
    viewer = shown
    forgetHits()
    return [ask(.rewrap(ValueLook(shown.form, columns: columns)), .value)]
  }

  /// Sets the width of the panel and wraps a visible text again.
  package mutating func show(columns: Int) -> [Effect] {
    guard columns != self.columns else { return [] }
    self.columns = columns
    guard let viewer else { return [] }
    return [ask(.rewrap(ValueLook(viewer.form, columns: columns)), .value)]
  }

  /// What is said of the text on show: `value, decoded`; nil where none is.
  package var viewerWords: String? {
    guard tab == .tree, let viewer else { return nil }
    return viewer.isString && viewer.form == .decoded ? "value, decoded" : "value, as it stands"
  }

  /// Whether a value is on show in the tree's place.
  package var isViewing: Bool { tab == .tree && viewer != nil }

  /// Why a command can do nothing while a value is on show; nil when it can.
  func viewingObstacle(to command: ResponseCommand) -> Notice? {
    switch command {
    case .viewValue, .open, .close, .copyValue, .copyKey, .copyParentKey, .copyPath, .copyQuery:
      return nil
    case .toggle where viewer?.isString == true: return nil
    case .toggle: return .cannot("It is shown as it stands.", "Only strings have escapes.")
    default:
      return .cannot("Only the tree can do this.", "A value is on show.", "Close it first.")
    }
  }

  /// Does what a key means while a value is on show; nil for what means the same as ever.
  mutating func view(by command: ResponseCommand) -> [Effect]? {
    guard isViewing else { return nil }
    switch command {
    case .viewValue: return closeViewer()
    case .toggle: return turnViewer()
    case .open: return move(.right)
    case .close: return move(.left)
    case .copyValue: return [ask(.copy(.value), .tree)]
    case .copyKey: return [ask(.copy(.key), .tree)]
    case .copyParentKey: return [ask(.copy(.parentKey), .tree)]
    case .copyPath: return [ask(.copy(.path), .tree)]
    case .copyQuery: return [ask(.copy(.query), .tree)]
    default: return nil
    }
  }
}

extension ResponseModel {
  /// A value that is on show in the tree's place.
  package struct Viewer: Equatable, Sendable {
    package internal(set) var form: WrappedText.Form
    /// Only strings have two forms.
    let isString: Bool
  }
}
