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

  /// Another job is opened. The tree is shown in place of a tab that only some exchanges have, until this one is
  /// loaded.
  mutating func reopen() {
    if shown == .view || Self.ofSome.contains(shown) { shown = .tree }
    leaveCompare()
  }

  /// A view is rendered. It opens automatically unless the user has selected another tab.
  mutating func offerView() {
    if shown == .tree, wished == nil || wished == .view { shown = .view }
  }

  /// The tabs that only some exchanges have. Once the user chose one, each later exchange that has it shows it, and the
  /// others show the tree.
  private static let ofSome: Set<ResponseTab> = [.checks, .topics]

  /// Takes the tabs that there are now.
  mutating func follow(_ tabs: [ResponseTab]) {
    if Self.ofSome.contains(shown), !tabs.contains(shown) { shown = .tree }
    if let wished, Self.ofSome.contains(wished), tabs.contains(wished) { shown = wished }
  }
}
