import Terminal
import ViewModels

/// The path, position and size of the selected value, shown in the panel's bottom border.
enum Breadcrumb {
  /// Returns the path and the position.
  ///
  /// - Parameter width: The available width in columns. A longer path is shortened in its middle.
  static func spans(_ model: ResponseModel, width: Int) -> [Span] {
    guard let path = model.body.breadcrumb, !path.isEmpty, width > 3 else { return [] }
    var place = SafeText(model.body.panes[.tree].selectedTreeRow?.placeWords ?? "")
    // If there is not enough space, the position and the size are left out before the path is
    // shortened.
    if place.width + 3 > width - min(width * 2 / 3, full(path).width) { place = "" }
    let gap = place.isEmpty ? 0 : 2
    let text = fitted(path, width: width - place.width - gap)
    var spans = [Span(text, Ink(.muted))]
    if !place.isEmpty { spans += [Span("  ", Ink(.muted)), Span(place, Ink(.lineNumber))] }
    return spans
  }

  /// Returns the path components that fit.
  ///
  /// The last component has priority, then the first. The others are added from the end.
  static func fitted(_ path: [String], width: Int) -> SafeText {
    let all = full(path)
    guard all.width > width, let last = path.last else { return all }
    var end = SafeText(last)
    // The last component is truncated if it does not fit, and `…` replaces the components before
    // it.
    guard end.width + 1 <= width else { return "…" + end.fitted(to: max(0, width - 1)) }
    var start: SafeText = ""
    var (first, behind) = (0, path.count - 1)
    let room = width - 1
    // The first component is more informative than the second to last, so it is added first.
    let opening = SafeText(path[0])
    if behind > 0, opening.width + end.width <= room { (start, first) = (opening, 1) }
    while behind > first {
      let next = SafeText(path[behind - 1])
      guard start.width + next.width + end.width <= room else { break }
      end = next + end
      behind -= 1
    }
    return start + "…" + end
  }

  private static func full(_ path: [String]) -> SafeText {
    path.reduce("") { $0 + SafeText($1) }
  }
}
