/// The matching of the elements of two arrays.
struct ElementMatch {
  enum Step: Hashable {
    /// The indices of two matching elements, equal or not.
    case pair(Int, Int)
    /// The indices of two matching elements whose relative order has changed.
    case moved(Int, Int)
    case removed(Int)
    case added(Int)
  }

  /// The maximum number of removed and added elements. With more of them, elements without an
  /// identifying member are matched by index.
  private static let mostSteps = 1_000
  /// The member names that usually identify an element, the most likely name first.
  private static let names = ["id", "_id", "uuid", "key", "name", "code", "slug", "path", "url"]

  private(set) var steps: [Step] = []

  init(_ a: [Int], in left: ValueTree, _ b: [Int], in right: ValueTree) {
    let old = a.map { left.nodes[$0].hash }
    let new = b.map { right.nodes[$0].hash }
    if let keys = Self.keys(a, left, b, right) {
      matchByKeys(keys.left, keys.right)
    } else {
      matchByRuns(old, new)
    }
  }

  // MARK: By a key

  /// Returns the hashed values of the identifying member, or nil if there is none.
  ///
  /// The member is the first one in `names` that every element has, with unique values in each
  /// array.
  private static func keys(
    _ a: [Int], _ left: ValueTree, _ b: [Int], _ right: ValueTree
  ) -> (left: [UInt64], right: [UInt64])? {
    guard !a.isEmpty, !b.isEmpty else { return nil }
    for name in names {
      if let old = values(of: name, a, left), let new = values(of: name, b, right) {
        return (old, new)
      }
    }
    return nil
  }

  private static func values(of name: String, _ elements: [Int], _ tree: ValueTree) -> [UInt64]? {
    var found: [UInt64] = []
    found.reserveCapacity(elements.count)
    let wanted = Array(name.utf8)
    for element in elements {
      guard tree.nodes[element].kind == .object,
        let member = tree.children(of: element).first(where: {
          tree.text(tree.nodes[$0].key).elementsEqual(wanted)
        }),
        tree.nodes[member].kind == .string || tree.nodes[member].kind == .number
      else { return nil }
      found.append(tree.nodes[member].hash)
    }
    return Set(found).count == found.count ? found : nil
  }

  private mutating func matchByKeys(_ old: [UInt64], _ new: [UInt64]) {
    let places = Dictionary(
      old.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let partners = new.map { places[$0] }
    let staying = Self.ascending(partners.compactMap(\.self))
    let remaining = Set(new)
    var next = 0
    for (place, partner) in partners.enumerated() {
      if let partner, staying.contains(partner) {
        // A removed element is placed before the element that originally followed.
        while next < partner {
          if !remaining.contains(old[next]) { steps.append(.removed(next)) }
          next += 1
        }
        next = partner + 1
        steps.append(.pair(partner, place))
      } else if let partner {
        steps.append(.moved(partner, place))
      } else {
        steps.append(.added(place))
      }
    }
    for place in next..<max(next, old.count) where !remaining.contains(old[place]) {
      steps.append(.removed(place))
    }
  }

  /// Returns a longest increasing subsequence. All other elements are moved elements, so their
  /// number is as small as possible.
  private static func ascending(_ list: [Int]) -> Set<Int> {
    var tails: [Int] = []
    var before = [Int](repeating: -1, count: list.count)
    for (place, value) in list.enumerated() {
      var (low, high) = (0, tails.count)
      while low < high {
        let middle = (low + high) / 2
        if list[tails[middle]] < value { low = middle + 1 } else { high = middle }
      }
      before[place] = low > 0 ? tails[low - 1] : -1
      if low == tails.count { tails.append(place) } else { tails[low] = place }
    }
    var found: Set<Int> = []
    var place = tails.last ?? -1
    while place >= 0 {
      found.insert(list[place])
      place = before[place]
    }
    return found
  }

  // MARK: By equal elements

  private mutating func matchByRuns(_ old: [UInt64], _ new: [UInt64]) {
    var start = 0
    while start < min(old.count, new.count), old[start] == new[start] {
      steps.append(.pair(start, start))
      start += 1
    }
    var tail = 0
    while tail < min(old.count, new.count) - start,
      old[old.count - 1 - tail] == new[new.count - 1 - tail]
    { tail += 1 }
    let (oldEnd, newEnd) = (old.count - tail, new.count - tail)
    var (i, j) = (start, start)
    for (x, y) in Self.common(Array(old[start..<oldEnd]), Array(new[start..<newEnd])) {
      gap(i..<start + x, j..<start + y)
      steps.append(.pair(start + x, start + y))
      (i, j) = (start + x + 1, start + y + 1)
    }
    gap(i..<oldEnd, j..<newEnd)
    for k in 0..<tail { steps.append(.pair(oldEnd + k, newEnd + k)) }
  }

  /// Pairs the elements in the gap between two unchanged elements, in order.
  private mutating func gap(_ old: Range<Int>, _ new: Range<Int>) {
    let both = min(old.count, new.count)
    for k in 0..<both { steps.append(.pair(old.lowerBound + k, new.lowerBound + k)) }
    for i in old.dropFirst(both) { steps.append(.removed(i)) }
    for j in new.dropFirst(both) { steps.append(.added(j)) }
  }

  /// Returns a longest common subsequence as index pairs.
  ///
  /// - Source: E. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986.
  private static func common(_ old: [UInt64], _ new: [UInt64]) -> [(Int, Int)] {
    let most = min(old.count + new.count, mostSteps)
    var trace: [[Int]] = []
    var ends = [Int](repeating: 0, count: 2 * most + 3)
    let middle = most + 1
    for step in 0...most {
      trace.append(Array(ends[middle - step - 1...middle + step + 1]))
      for diagonal in stride(from: -step, through: step, by: 2) {
        let down =
          diagonal == -step
          || (diagonal != step && ends[middle + diagonal - 1] < ends[middle + diagonal + 1])
        var x = down ? ends[middle + diagonal + 1] : ends[middle + diagonal - 1] + 1
        while x < old.count, x - diagonal < new.count, x - diagonal >= 0,
          old[x] == new[x - diagonal]
        { x += 1 }
        ends[middle + diagonal] = x
        if x >= old.count, x - diagonal >= new.count {
          return walk(back: trace, old.count, new.count)
        }
      }
    }
    return []
  }

  private static func walk(back trace: [[Int]], _ width: Int, _ height: Int) -> [(Int, Int)] {
    var pairs: [(Int, Int)] = []
    var (x, y) = (width, height)
    for step in trace.indices.reversed() {
      // The lowest diagonal of the step is `-step`. `trace[step]` starts one diagonal below it.
      let ends = trace[step]
      let diagonal = x - y
      func end(_ diagonal: Int) -> Int { ends[diagonal + step + 1] }
      let down = diagonal == -step || (diagonal != step && end(diagonal - 1) < end(diagonal + 1))
      let from = down ? diagonal + 1 : diagonal - 1
      let (startX, startY) = (end(from), end(from) - from)
      while x > startX, y > startY, y > 0 {
        (x, y) = (x - 1, y - 1)
        pairs.append((x, y))
      }
      (x, y) = (startX, startY)
      if step == 0 { break }
    }
    return pairs.reversed()
  }
}
