package import ReadingValues

extension ShownFilter {
  /// The description of the filtered body, shown above the tree. The program is not included.
  package var words: String {
    var parts = fault.map { ["jq reported: \($0)"] } ?? []
    parts += [
      count == 0 ? "no result" : count == 1 ? "1 result" : "\(count)\(isCut ? "+" : "") results"
    ]
    if let repeatedKey { parts.append("the last of several \"\(repeatedKey)\"") }
    switch engine {
    case .path: break
    case .program: parts.append("by jq, which rounds numbers to 17 digits")
    case .programOnItems: parts.append("by jq on each item, numbers rounded to 17 digits")
    }
    return parts.joined(separator: " · ")
  }
}
