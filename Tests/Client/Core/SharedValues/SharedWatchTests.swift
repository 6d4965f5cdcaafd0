import ClientModel
import Testing

@testable import ClientCore

extension SharedValueFacts {
  static func fixture(
    _ key: String, version: Int64, rule: SharedRule = SharedRule()
  ) -> SharedValueFacts {
    SharedValueFacts(
      key: SharedKey(key)!, rule: rule, size: 1, version: version,
      changed: Timestamp(milliseconds: version))
  }
}

/// R35: which changes are news, and how they reach who watches.
struct SharedWatchTests {
  private func store(_ version: Int64, _ facts: SharedValueFacts...) -> SharedValueSnapshot {
    SharedValueSnapshot(version: version, facts: facts)
  }

  @Test func `R35 what is there when watching begins is no news`() {
    var watches = SharedWatches()
    watches.begin(with: store(3, .fixture("a", version: 3)))
    #expect(watches.compare(with: store(3, .fixture("a", version: 3))) == [])
  }

  @Test func `R35 others' changes are reported in the order they were made`() {
    var watches = SharedWatches()
    watches.begin(with: store(3, .fixture("a", version: 1), .fixture("gone", version: 3)))
    let gone = SharedValueFacts.fixture("gone", version: 3)
    let a = SharedValueFacts.fixture("a", version: 6)
    let b = SharedValueFacts.fixture("b", version: 5)
    #expect(
      watches.compare(with: SharedValueSnapshot(version: 6, facts: [a, b])) == [
        SharedWatches.Change.removed(gone, nil), .updated(b), .updated(a),
      ])
    #expect(watches.compare(with: SharedValueSnapshot(version: 6, facts: [a, b])) == [])
  }

  @Test func `R35 an own change is reported once, and an older reading does not undo it`() {
    var watches = SharedWatches()
    watches.begin(with: store(1, .fixture("a", version: 1)))
    let own = SharedValueFacts.fixture("a", version: 3)
    #expect(watches.set(own) == [.updated(own)])
    // Another process wrote b meanwhile; that reading began before our own change.
    #expect(
      watches.compare(with: store(2, .fixture("a", version: 1), .fixture("b", version: 2)))
        == [.updated(.fixture("b", version: 2))])
    #expect(watches.compare(with: store(3, own, .fixture("b", version: 2))) == [])
    #expect(watches.remove(own, at: 4, content: nil) == [.removed(own, nil)])
    #expect(watches.compare(with: store(5, own, .fixture("b", version: 5))).count == 1)
  }

  @Test func `a slow reader gets the number of dropped changes in their place`() async {
    let reader = SharedChangeReader(.all, opening: .nothing, buffering: 3)
    for number in 0..<10 { reader.put(.updated(.fixture("a", version: Int64(number)))) }
    var seen: [String] = []
    for _ in 0..<4 {
      switch await reader.next({ _ in nil }) {
      case .updated(let facts, _): seen.append("\(facts.version)")
      case .dropped(let count): seen.append("dropped \(count)")
      case .removed, nil: seen.append("end")
      }
    }
    #expect(seen == ["dropped 7", "7", "8", "9"])
    reader.finish()
    #expect(await reader.next { _ in nil } == nil)
  }

  @Test func `a reader whose task is cancelled stops waiting`() async {
    let reader = SharedChangeReader(.all, opening: .nothing, buffering: 3)
    let task = Task { await reader.next { _ in nil } == nil }
    task.cancel()
    #expect(await task.value)
  }
}
