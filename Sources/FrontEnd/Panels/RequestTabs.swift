import Terminal
import ViewModels

/// The open requests in the title of the composer.
///
/// A single request is shown by its name. Several requests are shown as tabs.
struct RequestTabs {
  private let model: AppModel
  private let name: String
  /// The first column of the tabs, after the border line, a space, the name and two spaces.
  private let start: Int
  /// The tabs, or nil for a single request.
  private let strip: TabStrip?

  /// The minimum width of a panel that shows its own name before the tabs.
  private static let leastWidth = 40
  private static let longestTab = 18

  init(_ model: AppModel, width: Int) {
    self.model = model
    let tabs = model.requests.tabs
    let isShort = tabs.count > 1 && width < Self.leastWidth
    name = isShort ? "1" : "1 \(Panel.composer.title)"
    start = Frame.titleMargin + 1 + name.count + 2
    guard tabs.count > 1 else {
      strip = nil
      return
    }
    let zoomed = model.showsOnlyFocused ? Screen.zoomed.text.width : 0
    let room = width - Frame.titleMargin - 1 - zoomed
    strip = TabStrip(
      tabs.map { tab in
        TabStrip.Tab(
          SafeText(tab.title).fittedInMiddle(to: Self.longestTab), isUnsaved: tab.isUnsaved)
      },
      active: model.requests.current, width: room - start)
  }

  func spans(_ ink: Ink) -> [Span] {
    guard let strip else {
      let title = model.composer.name.map { "\(name) · \($0)" } ?? name
      return [Span(SafeText(title), ink)]
        + (model.composer.isUnsaved ? [Span(" ", ink), Span("●", Ink(.noticeWarning))] : [])
    }
    return [Span(SafeText(name), ink), Span("  ", ink)] + strip.spans()
  }

  func target(at column: Int) -> Pointing? {
    switch strip?.target(at: column - start) {
    case .tab(let index): .requestTab(index)
    case .all: .allRequestTabs
    case nil: nil
    }
  }
}
