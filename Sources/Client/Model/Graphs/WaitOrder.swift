/// Orders dependent steps so that each step follows its parents.
package enum WaitOrder {
  /// A cycle of dependencies. Each step waits for the next one, and the last step waits for the
  /// first.
  package struct Cycle: Error, Hashable, Sendable {
    package let steps: [Int]

    package init(steps: [Int]) { self.steps = steps }
  }

  /// Returns the steps in an order in which each step follows its parents. Uses Kahn's algorithm,
  /// which takes linear time, because there may be very many steps and dependencies.
  ///
  /// - Parameter parents: The numbers of the steps that each step waits for. Duplicates are
  ///   allowed.
  package static func find(_ parents: [[Int]]) throws(Cycle) -> [Int] {
    let parents = parents.map(Set.init)
    var children = [[Int]](repeating: [], count: parents.count)
    for (step, waitsFor) in parents.enumerated() {
      for parent in waitsFor { children[parent].append(step) }
    }
    var open = parents.map(\.count)
    var order = open.indices.filter { open[$0] == 0 }
    var next = 0
    while next < order.count {
      for child in children[order[next]] {
        open[child] -= 1
        if open[child] == 0 { order.append(child) }
      }
      next += 1
    }
    guard let start = open.firstIndex(where: { $0 > 0 }) else { return order }
    throw Cycle(steps: walk(up: parents, from: start) { open[$0] > 0 })
  }

  /// Returns a cycle. Every remaining step has a remaining parent, so following parents always
  /// leads to a cycle.
  private static func walk(
    up parents: [Set<Int>], from start: Int, among isLeft: (Int) -> Bool
  ) -> [Int] {
    var path = [start]
    var places = [start: 0]
    // The parent with the smallest number is followed, so that the same file always gives the same
    // message.
    while let parent = parents[path[path.count - 1]].filter(isLeft).min() {
      if let round = places[parent] { return Array(path[round...]) }
      places[parent] = path.count
      path.append(parent)
    }
    return path
  }
}
