import Testing

@testable import ClientDocuments

struct ElementMatchTests {
  private func match(_ old: [String], _ new: [String]) -> [ElementMatch.Step] {
    let left = ValueTree(Array("[\(old.joined(separator: ","))]".utf8), ignoring: [])
    let right = ValueTree(Array("[\(new.joined(separator: ","))]".utf8), ignoring: [])
    return ElementMatch(left.children(of: 0), in: left, right.children(of: 0), in: right).steps
  }

  /// How many can stay at most, by the textbook's table.
  private func longest(_ old: [String], _ new: [String]) -> Int {
    var row = [Int](repeating: 0, count: new.count + 1)
    for a in old {
      var diagonal = 0
      for (place, b) in new.enumerated() {
        let above = row[place + 1]
        row[place + 1] = a == b ? diagonal + 1 : max(above, row[place])
        diagonal = above
      }
    }
    return row[new.count]
  }

  private func check(_ steps: [ElementMatch.Step], _ old: Int, _ new: Int) {
    var left: [Int] = []
    var right: [Int] = []
    var pairs: [(Int, Int)] = []
    for step in steps {
      switch step {
      case .pair(let i, let j):
        pairs.append((i, j))
        left.append(i)
        right.append(j)
      case .moved(let i, let j):
        left.append(i)
        right.append(j)
      case .removed(let i): left.append(i)
      case .added(let j): right.append(j)
      }
    }
    #expect(left.sorted() == Array(0..<old))
    #expect(right == Array(0..<new))
    for (one, next) in zip(pairs, pairs.dropFirst()) {
      #expect(one.0 < next.0 && one.1 < next.1)
    }
  }

  @Test func `every element is reported once, and as many as can stay do`() {
    var dice = Dice(seed: 7)
    for _ in 0..<500 {
      func list() -> [String] { (0..<dice.roll(13)).map { _ in "\(dice.roll(4))" } }
      let old = list()
      let new = list()
      let steps = match(old, new)
      check(steps, old.count, new.count)
      let equal = steps.count { step in
        if case .pair(let i, let j) = step { old[i] == new[j] } else { false }
      }
      #expect(equal >= longest(old, new), "\(old) \(new) \(steps)")
    }
  }

  @Test func `elements with names are reported once, and few are said to have moved`() {
    var dice = Dice(seed: 8)
    for _ in 0..<300 {
      let old = (0..<dice.roll(13)).map { #"{"id":\#($0)}"# }
      var new = (0..<dice.roll(4)).map { #"{"id":\#($0 + 100)}"# }
      for element in old where dice.roll(2) == 0 {
        new.insert(element, at: dice.roll(new.count + 1))
      }
      check(match(old, new), old.count, new.count)
    }
    let swapped = match(
      [#"{"id":1}"#, #"{"id":2}"#, #"{"id":3}"#], [#"{"id":3}"#, #"{"id":1}"#, #"{"id":2}"#])
    #expect(swapped == [.moved(2, 0), .pair(0, 1), .pair(1, 2)])
  }

  @Test func `ten thousand elements that all differ are paired by their places`() {
    let old = (0..<10_000).map { "\($0)" }
    let new = (0..<10_000).map { "\($0 + 20_000)" }
    let steps = match(old, new)
    #expect(steps.count == 10_000)
    #expect(steps[77] == .pair(77, 77))
  }
}
