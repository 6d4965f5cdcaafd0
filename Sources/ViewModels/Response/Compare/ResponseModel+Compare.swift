import ClientDocuments
import ClientModel

/// The Compare tab: the exchange on show beside an earlier one.
extension ResponseModel {
  /// Finds the previous run of the request for comparison; in the Compare tab, returns to the tree.
  mutating func compare() -> [Effect] {
    guard tab != .compare else {
      leaveComparing()
      return loads()
    }
    return attempt.map { [.response(.findPrevious(of: $0.id))] } ?? []
  }

  /// Compares this exchange, which may belong to any request, with the visible one.
  func compare(with exchange: AttemptID) -> [Effect] {
    guard let attempt else {
      return [
        .notify(
          .cannot(
            "There is nothing to compare with.", "No response is open.",
            "Open one, then choose the other."))
      ]
    }
    return [.response(.findExchange(exchange, of: attempt.id))]
  }

  mutating func leaveComparing() {
    comparison = nil
    if tab == .compare { (tab, wishedTab) = (.tree, nil) }
  }

  /// Puts the exchange on show beside this one.
  mutating func take(previous: Exchange?, of id: AttemptID) -> [Effect] {
    guard let attempt, attempt.id == id else { return [] }
    guard let previous else {
      return [
        .notify(
          .cannot(
            "There is nothing to compare with.",
            "This request had no earlier answer that is kept.",
            "Send it again; or choose an exchange of the history and press \(key: .list(.compare)) there."
          ))
      ]
    }
    comparison = ComparePane(attempt, previous)
    lists[.compare] = nil
    (tab, wishedTab) = (.compare, .compare)
    return compares()
  }

  private mutating func compares() -> [Effect] {
    guard let comparison, source != nil else { return [] }
    return [
      .response(
        .document(
          DocumentRequest(
            generation: generation, view: .tree,
            action: .compare(with: .whole(comparison.otherBody), ignoring: ignored), row: 0,
            window: 0..<0)))
    ]
  }

  mutating func take(_ found: Comparison) {
    comparison?.take(found, ignored: ignored)
    var list = list(of: .compare)
    list.resize(height: height, among: lineCount)
    list.move(.to(list.selected), among: lineCount)
    lists[.compare] = list
  }

  /// Leaves the selected value, and its like in every element, out of this and later comparisons.
  mutating func ignore() -> [Effect] {
    guard let path = selectedDifference?.path, !ignored.contains(path) else { return [] }
    ignored.append(path)
    return compares()
  }

  mutating func ignoreNothing() -> [Effect] {
    ignored = []
    return compares()
  }

  var selectedDifference: CompareRow? {
    let row = list(of: .compare).selected
    guard let rows = comparison?.rows, rows.indices.contains(row),
      case .value(let found) = rows[row]
    else { return nil }
    return found
  }

  func comparingObstacle(to command: ResponseCommand) -> Notice? {
    switch command {
    case .compare:
      if tab == .compare || attempt?.result?.head != nil { return nil }
      return .cannot("There is nothing to compare.", "This try brought no answer.")
    case .ignore:
      guard tab == .compare else {
        return .cannot(
          "Nothing can be ignored here.", "Only what is compared can.",
          "Press \(key: .response(.compare)).")
      }
      return selectedDifference?.path == nil
        ? .cannot(
          "This row cannot be ignored.", "It is no value of its own.", "Select one that differs.")
        : nil
    default:
      return ignored.isEmpty ? .cannot("Nothing is ignored.", "Every value is compared.") : nil
    }
  }
}

extension ComparePane.Row {
  /// The row as one line.
  var text: String {
    switch self {
    case .head(let name, let left, let right): "\(name): \(left) > \(right)"
    case .words(let words): words
    case .value(let row): "\(row.label): \(row.left) > \(row.right)"
    }
  }
}
