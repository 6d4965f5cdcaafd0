/// Compares two texts line by line.
package enum LineDifference {
  /// The maximum number of old lines times new lines in the changed part. Above it, the whole part
  /// counts as replaced.
  private static let mostSteps = 4_000_000

  /// Returns the lines that only one of the texts contains, in order. The line number precedes each
  /// group of consecutive changes.
  package static func lines(from old: String, to new: String) -> [FileChange.Line] {
    let (old, new) = (pieces(of: old), pieces(of: new))
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old.dropFirst(start).reversed(), new.dropFirst(start).reversed())
      .prefix { $0 == $1 }.count
    let before = Array(old[start..<old.count - end])
    let after = Array(new[start..<new.count - end])
    guard !before.isEmpty, !after.isEmpty, before.count <= mostSteps / after.count else {
      return place(start, before.map { .removed(String($0)) } + after.map { .added(String($0)) })
    }
    return changed(before, after, from: start)
  }

  private static func changed(
    _ before: [Substring], _ after: [Substring], from start: Int
  ) -> [FileChange.Line] {
    let difference = after.difference(from: before)
    let removed = Set(difference.removals.map(\.place))
    let added = Set(difference.insertions.map(\.place))
    var (lines, part): ([FileChange.Line], [FileChange.Line]) = ([], [])
    var (left, right, first) = (0, 0, 0)
    while left < before.count || right < after.count {
      if removed.contains(left) {
        if part.isEmpty { first = right }
        part.append(.removed(String(before[left])))
        left += 1
      } else if added.contains(right) {
        if part.isEmpty { first = right }
        part.append(.added(String(after[right])))
        right += 1
      } else {
        lines += place(start + first, part)
        part = []
        left += 1
        right += 1
      }
    }
    return lines + place(start + first, part)
  }

  private static func place(_ index: Int, _ lines: [FileChange.Line]) -> [FileChange.Line] {
    lines.isEmpty ? [] : [.place(index + 1)] + lines
  }

  /// Returns the lines without their line breaks. A line break at the end of the text does not
  /// start a new line.
  private static func pieces(of text: String) -> [Substring] {
    var lines = text.pieces(at: "\n")
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}

extension CollectionDifference.Change {
  fileprivate var place: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
