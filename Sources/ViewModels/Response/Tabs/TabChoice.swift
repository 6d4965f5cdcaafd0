/// The displayed tab, and the tab that the user selected.
package struct TabChoice: Equatable, Sendable {
  private(set) var shown = ResponseTab.tree
  /// The tab that the user selected, or nil while the default tab is shown.
  private var wished: ResponseTab?

  mutating func select(_ tab: ResponseTab) { (shown, wished) = (tab, tab) }

  /// Shows the tree instead of a tab that does not exist now. The tab that the user selected is
  /// shown again later.
  mutating func fallBack() { shown = .tree }

  /// Returns to the tree when the comparison ends.
  mutating func leaveCompare() { if shown == .compare { (shown, wished) = (.tree, nil) } }

  /// Prepares for another job. The tree replaces a tab that only some exchanges have, until the
  /// exchange is loaded.
  mutating func reopen() {
    if shown == .view || Self.ofSome.contains(shown) { shown = .tree }
    leaveCompare()
  }

  /// Shows the view once it is rendered, unless the user has selected another tab.
  mutating func offerView() {
    if shown == .tree, wished == nil || wished == .view { shown = .view }
  }

  /// The tabs that only some exchanges have. After the user selects such a tab, it is shown for
  /// each later exchange that has it. For other exchanges, the tree is shown.
  private static let ofSome: Set<ResponseTab> = [.checks, .topics]

  /// Adapts the displayed tab to the existing tabs.
  mutating func follow(_ tabs: [ResponseTab]) {
    if Self.ofSome.contains(shown), !tabs.contains(shown) { shown = .tree }
    if let wished, Self.ofSome.contains(wished), tabs.contains(wished) { shown = wished }
  }
}
