import ClientDocuments
import ReadingValues

extension Crumb {
  /// Returns the text of the crumb in a jq path. A first crumb has a dot before its bracket.
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
  /// Returns the path to the tree's row of this number, outermost first, or nil if the row is not
  /// in the window.
  ///
  /// Iterates over all rows of the window before that row.
  func path(to row: Int) -> [Crumb]? {
    guard case .tree(let first)? = rows.first, case .tree? = self[row] else { return nil }
    var way = lead
    // The difference between the depth of a row and the length of its path, taken from the first
    // row. The only value of a body is not a step.
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
  /// The crumb of the row, or nil for the only value of a body.
  var crumb: Crumb? {
    switch label {
    case .root: nil
    case .key(let key): .key(key, isCut: isKeyCut || isKeyOdd)
    case .place(let place): .place(place)
    }
  }
}
