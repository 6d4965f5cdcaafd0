/// The displayed tab, and the tab that the user selected.
package struct TabChoice: Equatable, Sendable {
  private(set) var shown = ResponseTab.tree
  /// The tab that the user selected, or nil if the user has not selected one.
  private var wished: ResponseTab?

  mutating func select(_ tab: ResponseTab) { (shown, wished) = (tab, tab) }

  /// Shows the tree, because the displayed tab does not exist now. If it exists again later, it can
  /// be shown again.
  mutating func fallBack() { shown = .tree }

  /// Returns to the tree when the comparison ends.
  mutating func leaveCompare() { if shown == .compare { (shown, wished) = (.tree, nil) } }

  /// Prepares for another job. If the displayed tab is one that only some exchanges have, shows the
  /// tree until the exchange is loaded.
  mutating func reopen() {
    if shown == .view || Self.ofSome.contains(shown) { shown = .tree }
    leaveCompare()
  }

  /// Shows the View tab when the view is rendered, unless the user has selected another tab.
  mutating func offerView() {
    if shown == .tree, wished == nil || wished == .view { shown = .view }
  }

  /// The tabs that only some exchanges have. If the user selected such a tab, it is shown for each
  /// later exchange that has it. For other exchanges, the tree is shown.
  private static let ofSome: Set<ResponseTab> = [.checks, .topics]

  /// Changes the displayed tab if it does not exist, or if the tab that the user selected exists
  /// again.
  mutating func follow(_ tabs: [ResponseTab]) {
    if Self.ofSome.contains(shown), !tabs.contains(shown) { shown = .tree }
    if let wished, Self.ofSome.contains(wished), tabs.contains(wished) { shown = wished }
  }
}
