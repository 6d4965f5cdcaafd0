import Terminal
import ViewModels

/// The way to the selected value, and where it stands in the body: in the panel's lower line.
enum Breadcrumb {
  /// - Parameter width: The columns there are; a way that is longer is cut in its middle.
  static func spans(_ model: ResponseModel, width: Int) -> [Span] {
    guard let way = model.breadcrumb, width > 3 else { return [] }
    let path = way.isEmpty ? ["."] : way
    var place = SafeText(model.panes[.tree]?.selectedTreeRow?.placeWords ?? "")
    // The way comes first: where there is room for little else the place is left out.
    if place.width + 3 > width - min(width * 2 / 3, whole(path).width) { place = "" }
    let gap = place.isEmpty ? 0 : 2
    let text = fitted(path, width: width - place.width - gap)
    var spans = [Span(text, Ink(.muted))]
    if !place.isEmpty { spans += [Span("  ", Ink(.muted)), Span(place, Ink(.lineNumber))] }
    return spans
  }

  /// The steps of a way, as many from its end and then from its start as there is room for.
  static func fitted(_ path: [String], width: Int) -> SafeText {
    let all = whole(path)
    guard all.width > width, let last = path.last else { return all }
    var end = SafeText(last)
    // A long last step leaves something of the way before it.
    guard end.width + 1 <= width else { return "…" + end.fitted(to: max(0, width - 1)) }
    var start: SafeText = ""
    var (first, behind) = (0, path.count - 1)
    let room = width - 1
    // The first step tells most of where one is: it comes before the second last.
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

  private static func whole(_ path: [String]) -> SafeText {
    path.reduce("") { $0 + SafeText($1) }
  }
}
