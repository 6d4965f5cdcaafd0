import ClientDocuments
import ReadingValues

extension Crumb {
  /// Returns the text of the crumb in a jq path. If the path begins with a bracket, the text starts
  /// with a dot.
  func text(_ position: Position) -> String {
    let dot = position == .first ? "." : ""
    switch self {
    case .key(let key, let isCut):
      if isCut { return dot + "[" + JSONText.quoted(key) + "…]" }
      return JSONDocument.isPlain(key) ? "." + key : dot + "[" + JSONText.quoted(key) + "]"
    case .place(let place): return dot + "[\(place)]"
    case .gap: return "…"
    }
  }

  enum Position { case first, inner }
}

extension RowWindow {
  /// Returns the path to a tree row, outermost crumb first. Returns nil if the row is not in the
  /// window.
  ///
  /// The cost grows with the number of preceding rows in the window.
  func path(to row: Int) -> [Crumb]? {
    guard case .tree(let first)? = rows.first, case .tree? = self[row] else { return nil }
    var way = lead
    // The length of a row's path minus the row's depth. The difference is the same for all rows, so
    // it is taken from the first row. A body that is a single value has no crumb.
    let more = first.label == .root ? -1 : lead.count - first.depth
    for place in 0...(row - offset) {
      guard case .tree(let next) = rows[place] else { return nil }
      let length = next.depth + more
      if next.label == .root {
        way = []
      } else if length < 0 {
        way = [.gap]
      } else {
        way.removeLast(max(0, way.count - length))
      }
      if let crumb = next.crumb { way.append(crumb) }
    }
    return way
  }
}

extension TreeRow {
  /// The crumb of the row. Nil if the body is a single value.
  var crumb: Crumb? {
    switch label {
    case .root: nil
    case .key(let key): .key(key, isCut: isKeyCut || isKeyOdd)
    case .place(let place): .place(place)
    }
  }
}
