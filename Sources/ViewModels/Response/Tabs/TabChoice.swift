/// The displayed tab and the tab that the user selected.
package struct TabChoice: Equatable, Sendable {
  private(set) var shown = ResponseTab.tree
  /// The tab that the user selected. Nil if the user has not selected any.
  private var wished: ResponseTab?

  mutating func select(_ tab: ResponseTab) { (shown, wished) = (tab, tab) }

  /// Shows the tree, because the displayed tab does not exist now. The tab can be shown again when
  /// it exists.
  mutating func fallBack() { shown = .tree }

  /// Returns to the tree when the comparison ends.
  mutating func leaveCompare() { if shown == .compare { (shown, wished) = (.tree, nil) } }

  /// Prepares for another job. Shows the tree if only some exchanges have the displayed tab. The
  /// tab is shown again if the loaded exchange has it.
  mutating func reopen() {
    if shown == .view || Self.ofSome.contains(shown) { shown = .tree }
    leaveCompare()
  }

  /// Shows the View tab when the view is rendered. Does nothing if the user selected another tab.
  mutating func offerView() {
    if shown == .tree, wished == nil || wished == .view { shown = .view }
  }

  /// The tabs that only some exchanges have. If the user selected one of them, it is shown for
  /// every later exchange that has it. The tree is shown for all remaining exchanges.
  private static let ofSome: Set<ResponseTab> = [.checks, .topics]

  /// Replaces the displayed tab if the tab does not exist. Shows the selected tab if it exists
  /// again.
  mutating func follow(_ tabs: [ResponseTab]) {
    if Self.ofSome.contains(shown), !tabs.contains(shown) { shown = .tree }
    if let wished, Self.ofSome.contains(wished), tabs.contains(wished) { shown = wished }
  }
}
