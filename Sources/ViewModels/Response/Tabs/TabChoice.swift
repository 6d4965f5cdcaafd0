/// The tab on show, and the tab that the user selected.
package struct TabChoice: Equatable, Sendable {
  private(set) var shown = ResponseTab.tree
  /// Nil while the default tab is shown.
  private var wished: ResponseTab?

  mutating func select(_ tab: ResponseTab) { (shown, wished) = (tab, tab) }

  /// Shows the tree instead of a tab that is not there; the tab that the user selected is shown again later.
  mutating func fallBack() { shown = .tree }

  /// The comparison ended.
  mutating func leaveCompare() { if shown == .compare { (shown, wished) = (.tree, nil) } }

  /// Another job is opened. Whether it has a view, checks or topics is not known yet; the tab of the first two
  /// opens again if it has.
  mutating func reopen() {
    if [.view, .checks, .topics].contains(shown) { shown = .tree }
    leaveCompare()
  }

  /// A view is rendered. It opens automatically unless the user has selected another tab.
  mutating func offerView() {
    if shown == .tree, wished == nil || wished == .view { shown = .view }
  }

  /// A user who looked at the checks sees those of the next attempt; where there are none, the tree.
  mutating func follow(_ checks: CheckTab) {
    if shown == .checks, checks.verdicts.isEmpty { shown = .tree }
    if wished == .checks, !checks.verdicts.isEmpty { shown = .checks }
  }
}
